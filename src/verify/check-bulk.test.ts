import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { Catalogue } from '../domain/catalogue.ts'
import { catalogueOf, newSigner, publishTables } from '../testing/bulk/bulk-world.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { checkBulk } from './check-bulk.ts'

const signer = newSigner()
let folder: string
let live: Catalogue

beforeEach(async () => {
  folder = folderOfTest()
  live = await catalogueOf()
})

const check = (dir = folder, id = live.snapshot.publicId) =>
  checkBulk(dir, id, fetch, () => Promise.reject(new Error('there is nothing to wait for')))
const publish = (settings = {}) => publishTables({ live, distDir: folder, settings })

test('names the signer of the tables beside a snapshot, that there is none, and that there are no tables', async () => {
  expect(await check()).toBeNull()
  await publish()
  expect(await check()).toEqual({ signedBy: null, files: 17 })
  await publish({ signer })
  expect(await check(`${folder}/_data`)).toEqual({ signedBy: signer.key.id, files: 17 })
})

test('names what does not match: a file, the signature, the manifest, the snapshot', async () => {
  await publish({ signer })
  await expect(check(folder, '2024-03-11-0')).rejects.toThrow('are of snapshot')
  writeFileSync(`${folder}/bulk/latest/facts.parquet`, 'x')
  await expect(check()).rejects.toThrow('file latest/facts.parquet')
  await publish({ signer })
  const file = `${folder}/bulk/latest/scores.csv`
  writeFileSync(file, readFileSync(file, 'utf8').replace('Harbour 1', 'Harbour 7'))
  await expect(check()).rejects.toThrow('file latest/scores.csv')
  await publish({ signer })
  writeFileSync(`${folder}/bulk/manifest.json.sig`, newSigner().sign(Buffer.from('x')))
  await expect(check()).rejects.toThrow('signature')
  rmSync(`${folder}/bulk/manifest.json.sig`)
  await expect(check()).rejects.toThrow('signature')
  writeFileSync(`${folder}/bulk/manifest.json`, '{}')
  await expect(check()).rejects.toThrow('manifest')
})

test.each([
  [2, 'succeeds'],
  [3, 'gives up'],
])('a site that fails %i times is asked again after a pause, and %s', async (failures, end) => {
  await publish()
  let failed = 0
  const site: typeof fetch = async (input) => {
    if (failed < failures) {
      failed += 1
      throw new TypeError('fetch failed')
    }
    const { pathname } = new URL(String(input))
    return new Response(new Uint8Array(readFileSync(folder + pathname)))
  }
  const pauses: number[] = []
  const checked = checkBulk('https://a.example/', live.snapshot.publicId, site, async (ms) =>
    pauses.push(ms),
  )
  if (end === 'succeeds') expect(await checked).toMatchObject({ files: 17 })
  else await expect(checked).rejects.toThrow('manifest')
  expect(pauses).toEqual([2_000, 2_000])
})
