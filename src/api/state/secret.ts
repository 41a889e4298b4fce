import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PlimsollError } from '../../errors.ts'
import { parseStateUrl } from './state-url.ts'
import { unusable } from './unusable.ts'

/** Bytes of a secret that is made here, and the least letters of one that is read back. */
const SECRET_BYTES = 32
const MINIMUM_LETTERS = 32

/**
 * The secret that keys and addresses are hashed with: PLIMSOLL_SECRET when it is set. Without it, and with state in a
 * file, one is made on first use and kept beside that file (`FILE.secret`, readable by its owner alone). Throws
 * `CONFIG_INVALID` when state is on a server, where every machine must be given the same secret.
 */
export function openSecret(
  given: string | null,
  stateUrl: string,
  randomBytes: (length: number) => Uint8Array,
): string {
  if (given !== null) return given
  const parsed = parseStateUrl(stateUrl)
  if (parsed.kind !== 'sqlite') {
    throw new PlimsollError(
      'CONFIG_INVALID',
      'Set PLIMSOLL_SECRET: state on a server wants the same secret on every machine.',
    )
  }
  if (parsed.file === ':memory:') return hex(randomBytes(SECRET_BYTES))
  const file = `${parsed.file}.secret`
  const secret = read(file) ?? create(file, randomBytes)
  if (secret.length < MINIMUM_LETTERS) throw unusable(`${file} does not hold a secret`)
  return secret
}

/** Of two processes that start at once one wins, and both go on with its secret: the file appears whole or not at all. */
function create(file: string, randomBytes: (length: number) => Uint8Array): string {
  const draft = `${file}.${hex(randomBytes(6))}`
  try {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
    writeFileSync(draft, `${hex(randomBytes(SECRET_BYTES))}\n`, { mode: 0o600, flag: 'wx' })
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unusable(`${file} cannot be written`, error)
  } finally {
    rmSync(draft, { force: true })
  }
  return read(file) ?? ''
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw unusable(`${file} cannot be read`, error)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
