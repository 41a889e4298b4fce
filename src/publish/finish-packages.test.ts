import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { bulkInFolder } from '../bulk/earlier-bulk.ts'
import { sha256 } from '../contract/hash.ts'
import { packageNames } from '../contract/package-names.ts'
import { isSignedBy } from '../domain/signature.ts'
import { newSigner } from '../testing/bulk/bulk-world.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { finishPackages, type PackageSettings } from './finish-packages.ts'

const root = temporaryFolder()
let packed = 0

beforeEach(() => {
  packed = 0
  for (const name of readdirSync(root)) rmSync(path.join(root, name), { recursive: true })
})

/** Publishes packages with this content as one folder, after another. */
async function publish(
  name: string,
  content: string,
  { before = 'none', ...settings }: Partial<PackageSettings> & { before?: string } = {},
) {
  const options = { version: '0.1.0', code: content, signer: null, formerKeys: [], ...settings }
  return finishPackages({
    ...options,
    folder: path.join(root, name),
    earlier: bulkInFolder(root, before),
    pack: async (folder) => {
      packed += 1
      for (const file of Object.values(packageNames(options.version)))
        writeFileSync(path.join(folder, file), `${file} ${content}`)
    },
  })
}

const read = (name: string, file: string) => readFileSync(path.join(root, name, file), 'utf8')
const TARBALL = 'plimsoll-0.1.0.tgz'

test('the manifest lists the bytes of each package, and is signed where there is a key', async () => {
  const signer = newSigner()
  const { manifest } = await publish('a', 'one', { signer })
  expect(manifest.files.map(({ path }) => path)).toEqual(Object.values(packageNames('0.1.0')))
  for (const { path: file, bytes, sha256: hash } of manifest.files) {
    expect({ bytes, hash }).toEqual({
      bytes: read('a', file).length,
      hash: sha256(read('a', file)),
    })
  }
  const body = Buffer.from(read('a', 'manifest.json'))
  expect(JSON.parse(String(body))).toEqual(manifest)
  const signature = read('a', String(manifest.signature))
  expect(await isSignedBy(signer.key.publicKey, body, signature)).toBe(true)
  await publish('a', 'one')
  expect(readdirSync(path.join(root, 'a'))).not.toContain('manifest.json.sig')
})

test('the bytes of a version never change, and a build that would change them says so', async () => {
  await publish('a', 'one')
  const again = await publish('b', 'two', { before: 'a' })
  expect(read('b', TARBALL)).toBe(`${TARBALL} one`)
  expect(again.unpublished).toEqual(Object.values(packageNames('0.1.0')))
  const other = await publish('c', 'two', { before: 'b', version: '0.2.0' })
  expect(read('c', 'plimsoll-0.2.0.tgz')).toBe('plimsoll-0.2.0.tgz two')
  expect(other.unpublished).toEqual([])
})

test('packages of earlier versions are carried over, the newest twenty', async () => {
  for (let at = 0; at <= 22; at += 1) {
    await publish(`v${at}`, `${at}`, { before: `v${at - 1}`, version: `0.${at}.0` })
  }
  const { files } = JSON.parse(read('v22', 'manifest.json'))
  expect(files[0].version).toBe('0.22.0')
  expect(new Set(files.map(({ version }: { version: string }) => version)).size).toBe(21)
  expect(read('v22', 'plimsoll-0.2.0.tgz')).toBe('plimsoll-0.2.0.tgz 2')
  expect(readdirSync(path.join(root, 'v22'))).not.toContain('plimsoll-0.1.0.tgz')
})

test('nothing is packed again for the same code', async () => {
  await publish('a', 'one')
  await publish('b', 'one', { before: 'a' })
  expect(packed).toBe(1)
  expect(read('b', TARBALL)).toBe(`${TARBALL} one`)
})

test.each<[string, (folder: string) => void]>([
  ['a changed package', (folder) => writeFileSync(path.join(folder, TARBALL), 'evil')],
  ['a manifest that is none', (folder) => writeFileSync(path.join(folder, 'manifest.json'), '{')],
  [
    'a path that leaves the folder',
    (folder) => {
      const file = path.join(folder, 'manifest.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace(TARBALL, `../${TARBALL}`))
    },
  ],
])('%s is not carried over', async (_, break_) => {
  await publish('a', 'one')
  break_(path.join(root, 'a'))
  await publish('b', 'two', { before: 'a' })
  expect(read('b', TARBALL)).toBe(`${TARBALL} two`)
})

test('with a key, only what this key or a former one signed is carried over', async () => {
  const [old, signer] = [newSigner(), newSigner()]
  await publish('a', 'one', { signer: old })
  await publish('b', 'two', { before: 'a', signer })
  expect(read('b', TARBALL)).toBe(`${TARBALL} two`)
  await publish('c', 'two', { before: 'a', signer, formerKeys: [old.key] })
  expect(read('c', TARBALL)).toBe(`${TARBALL} one`)
})

test('a package that was not made is a failure', async () => {
  mkdirSync(path.join(root, 'a'))
  const nothing = { version: '0.1.0', code: '', signer: null, formerKeys: [] }
  await expect(
    finishPackages({
      ...nothing,
      folder: path.join(root, 'a'),
      earlier: bulkInFolder(root, 'none'),
      pack: async () => {},
    }),
  ).rejects.toThrow()
})
