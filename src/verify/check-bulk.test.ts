import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Catalogue } from '../domain/catalogue.ts'
import {
  catalogueOf,
  newSigner,
  publishTables,
  temporaryFolder,
} from '../testing/bulk/bulk-world.ts'
import { checkBulk } from './check-bulk.ts'

const signer = newSigner()
let folder: ReturnType<typeof temporaryFolder>
let live: Catalogue

beforeEach(async () => {
  folder = temporaryFolder()
  live = await catalogueOf()
})
afterEach(() => folder.remove())

const check = (dir = folder.dir, id = live.snapshot.publicId) =>
  checkBulk(dir, id, fetch, async () => {})
const publish = (settings = {}) => publishTables({ live, distDir: folder.dir, settings })

test('names the signer of the tables beside a snapshot, that there is none, and that there are no tables', async () => {
  expect(await check()).toBeNull()
  await publish()
  expect(await check()).toEqual({ signedBy: null, files: 10 })
  await publish({ signer })
  expect(await check(`${folder.dir}/_data`)).toEqual({ signedBy: signer.key.id, files: 10 })
})

test('names what does not match: a file, the signature, the manifest, the snapshot', async () => {
  await publish({ signer })
  await expect(check(folder.dir, '2024-03-11-0')).rejects.toThrow('are of snapshot')
  writeFileSync(`${folder.dir}/bulk/latest/facts.parquet`, 'x')
  await expect(check()).rejects.toThrow('file latest/facts.parquet')
  await publish({ signer })
  const file = `${folder.dir}/bulk/latest/scores.csv`
  writeFileSync(file, readFileSync(file, 'utf8').replace('Harbour 1', 'Harbour 7'))
  await expect(check()).rejects.toThrow('file latest/scores.csv')
  await publish({ signer })
  writeFileSync(`${folder.dir}/bulk/manifest.json.sig`, newSigner().sign(Buffer.from('x')))
  await expect(check()).rejects.toThrow('signature')
  rmSync(`${folder.dir}/bulk/manifest.json.sig`)
  await expect(check()).rejects.toThrow('signature')
  writeFileSync(`${folder.dir}/bulk/manifest.json`, '{}')
  await expect(check()).rejects.toThrow('manifest')
})
