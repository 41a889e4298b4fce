import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { PlimsollError } from '../domain/errors.ts'
import { DATA } from './write-documents.ts'

/** Prepares to replace the published folder, and returns the folder for the new one. Throws `EXPORT_FAILED` where that cannot be done. */
export function prepareFolder(distDir: string): string {
  try {
    recoverPublished(distDir)
  } catch (error) {
    throw diskError(error, distDir)
  }
  refuseForeign(distDir)
  return beside(distDir, '.next')
}

/** Runs a step; when it fails, only the published folder is left. */
export async function keptWhole<T>(distDir: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    rmSync(beside(distDir, '.next'), { recursive: true, force: true })
    throw diskError(error, distDir)
  }
}

/** A folder next to the published one, on the same disk. Resolved, since the path may end in a slash. */
function beside(distDir: string, ending: string): string {
  return `${path.resolve(distDir)}${ending}`
}

/**
 * The published folder is replaced as a whole, so a mistyped path must not delete other files, and one that could be moved but not deleted
 * must not be left behind. Throws `EXPORT_FAILED`.
 */
export function refuseForeign(distDir: string): void {
  if (!existsSync(distDir)) return
  try {
    accessSync(distDir, constants.W_OK)
  } catch (error) {
    throw diskError(error, distDir)
  }
  if (existsSync(path.join(distDir, DATA))) return
  if (statSync(distDir).isDirectory() && readdirSync(distDir).length === 0) return
  throw new PlimsollError(
    'EXPORT_FAILED',
    `${distDir} contains files that Plimsoll did not write, so it was not replaced. Move it away, or set PLIMSOLL_DIST to another folder.`,
  )
}

/**
 * Restores the old folder after a run that was killed between the two renames of `swap`, the only moment without a published
 * folder. Otherwise deletes the old folder.
 */
export function recoverPublished(distDir: string): void {
  const previous = beside(distDir, '.previous')
  if (!existsSync(previous)) return
  if (existsSync(distDir)) rmSync(previous, { recursive: true, force: true })
  else renameSync(previous, distDir)
}

/** Puts the new folder in the place of the published one. */
export function swap(staging: string, distDir: string): void {
  const previous = beside(distDir, '.previous')
  const hadOne = existsSync(distDir)
  if (hadOne) renameSync(distDir, previous)
  try {
    renameSync(staging, distDir)
  } catch (error) {
    if (hadOne) renameSync(previous, distDir)
    throw error
  }
}

/** The folder is replaced by renaming it, which needs its neighbours to be on the same disk. */
const MOUNTED =
  'it is a mount point, so it cannot be replaced as a whole; set PLIMSOLL_DIST to a folder inside it'

function diskError(error: unknown, distDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const file = error instanceof Error && 'path' in error ? String(error.path) : distDir
  const where = path.resolve(file).startsWith(path.resolve(distDir)) ? 'it' : file
  const why: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'a file exceeds the size limit',
    EACCES: `there is no permission to write to ${where}`,
    EPERM: `there is no permission to write to ${where}`,
    EROFS: 'the disk is read-only',
    EBUSY: MOUNTED,
    EXDEV: MOUNTED,
  }
  if (!why[code]) return error
  const message = `${distDir} was not published: ${why[code]}. The last published snapshot stays as it was.`
  return new PlimsollError('EXPORT_FAILED', message, { cause: error })
}
