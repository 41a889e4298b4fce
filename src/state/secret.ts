import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PlimsollError } from '../domain/errors.ts'
import { toHex } from '../domain/hex.ts'
import { parseStateUrl } from './state-url.ts'
import { unusable } from './unusable.ts'

/** Bytes of a generated secret, and the minimum length of one that is read back. */
const SECRET_BYTES = 32
const MINIMUM_LETTERS = 32

/**
 * The key of the HMACs of API keys and addresses: PLIMSOLL_SECRET when it is set. Without it, and with state in a file, one
 * is generated on first use and stored beside that file (`FILE.secret`, readable by its owner only). Throws
 * `CONFIG_INVALID` when state is on a server, where every machine needs the same secret.
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
      'Set PLIMSOLL_SECRET: with state on a server, every machine needs the same secret.',
    )
  }
  if (parsed.file === ':memory:') return toHex(randomBytes(SECRET_BYTES))
  const file = `${parsed.file}.secret`
  const secret = read(file) ?? create(file, randomBytes)
  if (secret.length < MINIMUM_LETTERS)
    throw unusable(`${file} does not contain a secret of at least ${MINIMUM_LETTERS} characters`)
  return secret
}

/** When two processes start at once, both use the secret of the first: the link makes the file appear complete or not at all. */
function create(file: string, randomBytes: (length: number) => Uint8Array): string {
  const draft = `${file}.${toHex(randomBytes(6))}`
  try {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
    writeFileSync(draft, `${toHex(randomBytes(SECRET_BYTES))}\n`, { mode: 0o600, flag: 'wx' })
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
