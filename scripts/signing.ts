import { writeFileSync } from 'node:fs'
import { createSigningKey, readSigner, type Signer } from '../src/bulk/signing.ts'
import { readConfig } from '../src/config/config.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `The key that signs the tables for download: npm run signing -- COMMAND [options]

  create --to FILE   make a private key, readable by its owner only, and print its public key; never replaces a file
  public             print the public key of PLIMSOLL_SIGNING_KEY
  --help             this text

Keep the file outside the repository and the published folder, and give its content to builds as PLIMSOLL_SIGNING_KEY. Publish
the public key where people find it without this site, so that they can check a download against it. Exit code: 0 when it is
done, 1 when the file cannot be written, 2 for a wrong option or setting.`

async function main(): Promise<void> {
  const { values, positionals } = readArguments({
    options: { to: { type: 'string' }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [command, ...more] = positionals
  if (values.help) console.log(HELP)
  else if (command === 'create' && more.length === 0) create(values.to)
  else if (command === 'public' && more.length === 0 && !values.to) showPublic()
  else throw usage('Name one command: create or public.')
}

function create(file: string | undefined): void {
  if (!file) throw usage('Name the file for the private key: --to FILE.')
  const key = createSigningKey()
  try {
    writeFileSync(file, key, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    const why = isThere ? 'it exists already' : 'the file could not be written'
    throw new PlimsollError('EXPORT_FAILED', `No key was made in ${file}: ${why}.`)
  }
  console.log(`✓ The private key is in ${file}, readable by you only.`)
  show(readSigner(key))
}

function showPublic(): void {
  const signer = readSigner(readConfig().signing.key)
  if (!signer) throw usage('PLIMSOLL_SIGNING_KEY is empty.')
  show(signer)
}

function show(signer: Signer | null): void {
  if (signer)
    console.log(`Public key ${signer.key.id}: ${signer.key.publicKey}\n${signer.pem.trim()}`)
}

function usage(text: string): PlimsollError {
  return new PlimsollError('USAGE', `${text} Try: npm run signing -- --help`)
}

await run(main)
