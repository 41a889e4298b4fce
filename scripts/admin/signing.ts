import { writeFileSync } from 'node:fs'
import { createSigningKey, type ManifestSigner, readSigner } from '../../src/bulk/signing.ts'
import { readConfig } from '../../src/config/config.ts'
import { type Terminal, type Topic, usageError, type Values } from './topic.ts'

export const signing: Topic = {
  about: 'The key that signs the tables for download',
  actions: {
    create: {
      usage: '--to FILE',
      about:
        'make a private key, readable by its owner only, and print its public key; never replaces a file',
      run: create,
    },
    public: { usage: '', about: 'print the public key of PLIMSOLL_SIGNING_KEY', run: showPublic },
  },
  notes: `Keep the file outside the repository and the published folder, and give its content to builds as PLIMSOLL_SIGNING_KEY.
    Publish the public key where people find it without this site, so that they can check a download against it. Exit code: 0 when it is
    done, 1 when the file cannot be written, 2 for a wrong option or setting.`,
}

function create(values: Values, terminal: Terminal): void {
  const file = values.required('to', 'Name the file for the private key: --to FILE.')
  const key = createSigningKey()
  writeFileSync(file, key, { mode: 0o600, flag: 'wx' })
  terminal.print(`✓ The private key is in ${file}, readable by you only.`)
  show(readSigner(key), terminal)
}

function showPublic(_: Values, terminal: Terminal): void {
  const signer = readSigner(readConfig(terminal.env).signing.key)
  if (!signer) throw usageError('PLIMSOLL_SIGNING_KEY is empty.')
  show(signer, terminal)
}

function show(signer: ManifestSigner | null, { print }: Terminal): void {
  if (signer) print(`Public key ${signer.key.id}: ${signer.key.publicKey}\n${signer.pem.trim()}`)
}
