import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PlimsollError } from '../domain/errors.ts'
import { toHex } from '../domain/hex.ts'
import { makeFolder } from './make-folder.ts'
import { parseStateUrl } from './state-url.ts'
import { unusable } from './unusable.ts'

/** Bytes of a generated secret, and the minimum length of one that is read back. */
const SECRET_BYTES = 32
const MINIMUM_LETTERS = 32

interface SecretSettings {
  url: string
  secret: string | null
  secretFile: string | null
}

/**
 * The key of the HMACs of API keys and addresses: PLIMSOLL_SECRET when it is set, else what is in PLIMSOLL_SECRET_FILE. Without
 * both, and with state in a file, it is in `FILE.secret` beside that one. A missing file is made on first use, readable by its
 * owner only. Throws `CONFIG_INVALID` when state is on a server and neither is set: every machine needs the same secret.
 */
export function openSecret(
  { url, secret: given, secretFile }: SecretSettings,
  randomBytes: (length: number) => Uint8Array,
): string {
  if (given !== null) return given
  const parsed = parseStateUrl(url)
  if (secretFile === null && parsed.kind !== 'sqlite') {
    throw new PlimsollError(
      'CONFIG_INVALID',
      'Set PLIMSOLL_SECRET or PLIMSOLL_SECRET_FILE: with state on a server, every machine needs the same secret.',
    )
  }
  const stateFile = parsed.kind === 'sqlite' ? parsed.file : ''
  if (secretFile === null && stateFile === ':memory:') return toHex(randomBytes(SECRET_BYTES))
  const file = secretFileOf({ secretFile }, stateFile)
  const secret = read(file) ?? create(file, randomBytes)
  if (secret.length < MINIMUM_LETTERS)
    throw unusable(`${file} does not contain a secret of at least ${MINIMUM_LETTERS} characters`)
  return secret
}

/** Where the secret of a state in `stateFile` is, unless it is given as text. */
export function secretFileOf(
  { secretFile }: Pick<SecretSettings, 'secretFile'>,
  stateFile: string,
): string {
  return secretFile ?? `${stateFile}.secret`
}

/** When two processes start at once, both use the secret of the first: the link makes the file appear complete or not at all. */
function create(file: string, randomBytes: (length: number) => Uint8Array): string {
  const draft = `${file}.${toHex(randomBytes(6))}`
  try {
    makeFolder(path.dirname(path.resolve(file)))
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
