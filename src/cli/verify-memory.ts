import { randomUUID } from 'node:crypto'
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Memory, Remembered } from '../client/verify/verify-bulk.ts'
import { parseOutsideJson } from '../domain/json.ts'
import type { Value } from './options.ts'
import { WrongUse } from './wrong-use.ts'

/** A few hundred bytes a site. */
const MAX_BYTES = 1_000_000

const DATED = /[\\/]\d{4}-\d\d-\d\d(-\d+)?$/

/** The file that `verify` remembers in. Throws `WrongUse` where the environment names no folder for it. */
export function stateFile(
  option: Value | undefined,
  env: Record<string, string | undefined>,
): string {
  const named = typeof option === 'string' ? option : env.PLIMSOLL_VERIFY_STATE?.trim()
  if (named) return named
  // The XDG base directories, and the folder of Windows for what does not roam.
  const folder = env.XDG_STATE_HOME || env.LOCALAPPDATA || (env.HOME && `${env.HOME}/.local/state`)
  if (!folder) {
    throw new WrongUse('HOME is not set, so nothing can be remembered. Use --state FILE.', 'verify')
  }
  return path.join(folder, 'plimsoll', 'verify.json')
}

/** A memory in a file that is replaced as a whole. Rejects with `WrongUse` when the file cannot be read or written. */
export function memoryIn(file: string): Memory {
  return {
    recall: async (site) => (await readSites(file)).get(await nameOf(site)) ?? null,
    remember: async (site, seen) => {
      // Read again: another check may have ended meanwhile.
      const sites = await readSites(file)
      const name = await nameOf(site)
      const other = sites.get(name)
      const isNewer = other?.publicKey === seen.publicKey && other.version > seen.version
      sites.set(name, isNewer ? { ...seen, version: other.version } : seen)
      await replace(file, JSON.stringify({ format: 1, sites: Object.fromEntries(sites) }))
    },
  }
}

/** A site by its origin, a folder by its real path; dated copies belong to the folder that they are in. */
async function nameOf(site: string): Promise<string> {
  if (/^https?:\/\//i.test(site)) return site
  const folder = path.resolve(site)
  return (await realpath(folder).catch(() => folder)).replace(DATED, '')
}

async function readSites(file: string): Promise<Map<string, Remembered>> {
  const text = await read(file)
  if (text === null) return new Map()
  const value = parseOutsideJson(text)
  const { format, sites } = Object(value)
  const rows = Object.entries<unknown>(Object(sites))
  if (format !== 1 || Object(sites) !== sites || !rows.every(isRow)) {
    throw new WrongUse(
      `${file} is not what verify remembered. Restore it, or move it away to begin again: then the next key seen is remembered.`,
      'verify',
    )
  }
  return new Map(rows.filter(isRow))
}

async function read(file: string): Promise<string | null> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error) {
    if (found.code === 'ENOENT') return null
    throw unusable(file, 'read')
  }
  if (!found.isFile() || found.size > MAX_BYTES) throw unusable(file, 'read')
  return readFile(file, 'utf8').catch(() => {
    throw unusable(file, 'read')
  })
}

function isRow(row: [string, unknown]): row is [string, Remembered] {
  const { publicKey, version, checkedAt } = Object(row[1])
  return (
    typeof publicKey === 'string' &&
    /^[A-Za-z0-9+/]{43}=$/.test(publicKey) &&
    Number.isSafeInteger(version) &&
    version >= 0 &&
    typeof checkedAt === 'string' &&
    !Number.isNaN(Date.parse(checkedAt))
  )
}

async function replace(file: string, text: string): Promise<void> {
  const next = `${file}.${randomUUID()}.tmp`
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(next, `${text}\n`, { mode: 0o600, flag: 'wx' })
    await rename(next, file)
  } catch {
    await rm(next, { force: true })
    throw unusable(file, 'written')
  }
}

function unusable(file: string, what: string): WrongUse {
  return new WrongUse(
    `${file}, in which verify remembers keys and versions, cannot be ${what}. --state FILE names another.`,
    'verify',
  )
}
