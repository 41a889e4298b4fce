import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { StateSettings } from '../config/state.ts'
import { PlimsollError } from '../domain/errors.ts'
import { secretFileOf } from './secret.ts'
import { parseStateUrl } from './state-url.ts'
import { unusable } from './unusable.ts'

/** Names in the folder of a backup. */
const STATE = 'state.sqlite'
const SECRET = 'state.sqlite.secret'

export interface Backup {
  /** Files of the backup. */
  files: string[]
  /** Whether it contains the secret; if not, the operator keeps PLIMSOLL_SECRET. */
  hasSecret: boolean
}

/**
 * Copies the state file, consistent also while a server writes to it, and the secret beside it into a folder that is readable by its
 * owner only. Throws `STATE_UNUSABLE` when there is no file to copy or the folder has a backup already, and `CONFIG_INVALID` when
 * the state is not a file.
 */
export async function backUpState(settings: StateSettings, folder: string): Promise<Backup> {
  const file = stateFile(settings)
  if (!existsSync(file)) throw unusable(`there is no file ${file} to back up`)
  const copies = { state: path.join(folder, STATE), secret: path.join(folder, SECRET) }
  refuseExisting(copies.state, copies.secret)
  const { copyStateFile } = await import('./sqlite/copy.ts')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await copyStateFile(file, copies.state)
    chmodSync(copies.state, 0o600)
    const source = secretFileOf(settings, file)
    const hasSecret = settings.secret === null && existsSync(source)
    if (hasSecret) copySecret(source, copies.secret)
    return { files: [copies.state, ...(hasSecret ? [copies.secret] : [])], hasSecret }
  } catch (cause) {
    for (const copy of Object.values(copies)) rmSync(copy, { force: true })
    throw unusable(`it could not be copied to ${folder}`, cause)
  }
}

/**
 * Puts a backup where the settings say that the state is. Never replaces a file: with a server running, SQLite would mix the two.
 * Throws `STATE_UNUSABLE` when the backup has no state file or something is in the way, and `CONFIG_INVALID` like `backUpState`.
 */
export function restoreState(settings: StateSettings, folder: string): Backup {
  const file = stateFile(settings)
  const [state, secret] = [path.join(folder, STATE), path.join(folder, SECRET)]
  if (!existsSync(state)) throw unusable(`there is no backup in ${folder}`)
  const ownSecret = secretFileOf(settings, file)
  refuseExisting(file, `${file}-wal`, `${file}-shm`, ownSecret)
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 })
  const hasSecret = existsSync(secret)
  // First, so that no server creates another one beside the restored keys.
  if (hasSecret) copySecret(secret, ownSecret)
  copyFileSync(state, file)
  chmodSync(file, 0o600)
  return { files: [file, ...(hasSecret ? [ownSecret] : [])], hasSecret }
}

function stateFile({ url }: StateSettings): string {
  const parsed = parseStateUrl(url)
  if (parsed.kind !== 'sqlite' || parsed.file === ':memory:') {
    throw new PlimsollError(
      'CONFIG_INVALID',
      'Only state in a file can be backed up here. Redis and Netlify Blobs have backups of their own.',
    )
  }
  return parsed.file
}

function refuseExisting(...files: string[]): void {
  const there = files.find((file) => existsSync(file))
  if (there) throw unusable(`${there} is there already; move it away or choose another place`)
}

function copySecret(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}
