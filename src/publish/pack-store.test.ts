import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { sha256 } from '../contract/hash.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { DamagedError, packStore, unpackStore } from './pack-store.ts'

const BYTES = 16_000_000

let folder: string
let plain: string
let packed: string
let out: string

beforeEach(() => {
  folder = folderOfTest()
  plain = path.join(folder, 'plain')
  packed = path.join(folder, 'packed')
  out = path.join(folder, 'out')
})

const statedAs = (bytes: number, packing: 'zstd' | 'gzip' = 'zstd') => ({
  name: 'plimsoll.sqlite.gz',
  packing: packing as 'gzip',
  ...{ sha256: '', bytes: 1, unpacked: { sha256: '', bytes } },
})

const packers = {
  zstd: () => packStore(plain, packed),
  gzip: async () => writeFileSync(packed, gzipSync(readFileSync(plain))),
}

test.each(['zstd', 'gzip'] as const)('what %s packed comes back as it was', async (packing) => {
  writeFileSync(plain, Buffer.from(Array.from({ length: 500_000 }, (_, i) => (i * i) % 251)))
  await packers[packing]()
  await unpackStore(packed, out, statedAs(500_000, packing))
  expect(sha256(readFileSync(out))).toBe(sha256(readFileSync(plain)))
})

test.each(['zstd', 'gzip'] as const)(
  'a bomb of 16 MB that %s made small is never written beyond the stated length',
  async (packing) => {
    writeFileSync(plain, Buffer.alloc(BYTES))
    await packers[packing]()
    expect(statSync(packed).size).toBeLessThan(BYTES / 500)
    await expect(unpackStore(packed, out, statedAs(1_000_000, packing))).rejects.toThrow(
      'the file unpacks to more than its manifest says',
    )
    expect(statSync(out).size).toBeLessThanOrEqual(1_000_000)
  },
)

test.each(['zstd', 'gzip'] as const)(
  'a file of %s that is cut short is damaged',
  async (packing) => {
    writeFileSync(plain, Buffer.from(Array.from({ length: 500_000 }, (_, i) => (i * i * i) % 253)))
    await packers[packing]()
    truncateSync(packed, Math.floor(statSync(packed).size / 2))
    await expect(unpackStore(packed, out, statedAs(500_000, packing))).rejects.toThrow(DamagedError)
  },
)
