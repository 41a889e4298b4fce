import { readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { PlimsollError } from '../domain/errors.ts'
import { codeOf, decodeUtf8, type EndpointReader, tooLarge } from './reader.ts'
import type { Endpoint } from './source.ts'

/** File system error codes for a missing file. A file whose name is too long cannot exist either. */
const ABSENT = /ENOENT|ENOTDIR|ENAMETOOLONG/

/**
 * Reads endpoints from a folder that `recorder` wrote. Throws `USAGE` when there is no such folder; a read throws
 * `NOT_RECORDED`, or the same errors as a read over the network.
 */
export function recordingReader(dir: string): EndpointReader {
  if (!isFolder(dir)) {
    throw new PlimsollError('USAGE', `No recording found: "${dir}" is not a folder.`)
  }
  return {
    async read(endpoint, accept) {
      const text = decodeUtf8(readRecorded(fileOf(endpoint, dir), endpoint), endpoint)
      accept?.(text)
      return text
    },
  }
}

/**
 * Reads through `reader` and writes each body below `dir`, as `recordingReader` expects it.
 * Throws `STORE_UNUSABLE` when a body cannot be written; no file is written in part.
 */
export function recorder(reader: EndpointReader, dir: string): EndpointReader {
  let written = 0
  return {
    async read(endpoint, accept) {
      const file = fileOf(endpoint, dir)
      const text = await reader.read(endpoint, accept)
      written += 1
      try {
        await writeWhole(file, text, `.recording-${process.pid}-${written}.tmp`)
      } catch (error) {
        const message = `The recording of ${endpoint.label} cannot be written to "${dir}"${codeOf(error)}.`
        throw new PlimsollError('STORE_UNUSABLE', message, { cause: error })
      }
      return text
    },
  }
}

function isFolder(dir: string): boolean {
  try {
    return statSync(dir).isDirectory()
  } catch {
    return false
  }
}

/** The file of an endpoint. Part of its name may come from upstream, so it must not leave the folder. */
function fileOf(endpoint: Endpoint, dir: string): string {
  const segments = endpoint.recordAs.split('/')
  const file = resolve(dir, ...segments)
  const isPlain = segments.every((segment) => !/^\.{0,2}$|[\\\0]/.test(segment))
  // The second test is for Windows, where a segment such as `C:x` leaves the folder as well.
  if (!isPlain || relative(dir, file) !== join(...segments)) {
    const message = `${endpoint.label} has a name that is not a valid file name for a recording.`
    throw new PlimsollError('UPSTREAM_INVALID', message)
  }
  return file
}

// Synchronous: most histories are not in a recording, and checking for thousands of absent files is ten times faster this way.
function readRecorded(file: string, endpoint: Endpoint): Uint8Array {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile()) throw notRecorded(endpoint)
    if (stats.size > endpoint.maxBytes) throw tooLarge(endpoint)
    return readFileSync(file)
  } catch (error) {
    if (error instanceof PlimsollError) throw error
    const code = codeOf(error)
    if (ABSENT.test(code)) throw notRecorded(endpoint)
    const message = `The recording of ${endpoint.label} cannot be read${code}.`
    throw new PlimsollError('UPSTREAM_UNREACHABLE', message, { cause: error })
  }
}

async function writeWhole(file: string, text: string, temporaryName: string): Promise<void> {
  const folder = dirname(file)
  const temporary = join(folder, temporaryName)
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(temporary, text)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

function notRecorded(endpoint: Endpoint): PlimsollError {
  return new PlimsollError('NOT_RECORDED', `The recording does not contain ${endpoint.label}.`)
}
