import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Ajv from 'ajv'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { sha256 } from '../contract/hash.ts'
import { catalogueOf, publishTables } from '../testing/bulk/bulk-world.ts'
import { duck } from '../testing/bulk/read-tables.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const folder = temporaryFolder()
const bulk = path.join(folder, 'bulk')
const SCHEMA = new URL('./fixtures/datapackage-2.0.json.gz', import.meta.url)

interface Resource {
  name: string
  path: string
  format: string
  bytes: number
  hash: string
  licenses?: { name: string }[]
  schema?: { fields: { name: string; type: string }[] }
}

test('is a Data Package of version 2, with every file as it is on the site', async () => {
  const manifest = await publishTables({ live: await catalogueOf(), distDir: folder })
  const descriptor = JSON.parse(readFileSync(path.join(bulk, 'datapackage.json'), 'utf8'))
  const ajv = addFormats.default(
    new Ajv.default({ strict: false, allErrors: true, formats: { textarea: true } }),
  )
  const isValid = ajv.compile(JSON.parse(gunzipSync(readFileSync(SCHEMA)).toString('utf8')))
  isValid(descriptor)
  expect(isValid.errors ?? []).toEqual([])
  expect(isValid({ ...descriptor, resources: [{ name: 'no path' }] })).toBe(false)
  expect(descriptor.$schema).toBe('https://datapackage.org/profiles/2.0/datapackage.json')

  const resources: Resource[] = descriptor.resources
  expect(resources.map((one) => one.path)).toEqual(manifest.files.map((file) => file.path))
  expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length)
  for (const { path: file, bytes, hash } of resources) {
    const at = path.join(bulk, file)
    expect(bytes).toBe(statSync(at).size)
    expect(hash).toBe(`sha256:${sha256(readFileSync(at))}`)
  }
  const licensed = resources.filter(({ licenses }) => licenses).map(({ name }) => name)
  expect(licensed).toContain('history')
  expect(licensed.filter((name) => /facts|edges|incidents/.test(name))).toEqual([])
})

test('names the columns of each Parquet file in their order', async () => {
  const descriptor = JSON.parse(readFileSync(path.join(bulk, 'datapackage.json'), 'utf8'))
  const parquet = descriptor.resources.filter(({ format }: Resource) => format === 'parquet')
  expect(parquet.map(({ name }: Resource) => name)).toEqual([
    ...['scores', 'signals', 'facts', 'edges', 'incidents', 'history'],
  ])
  for (const { path: file, schema } of parquet) {
    const columns = await duck(`DESCRIBE SELECT * FROM '${path.join(bulk, file)}'`)
    expect(schema.fields.map(({ name }: { name: string }) => name)).toEqual(
      columns.map((row) => row.column_name),
    )
  }
})
