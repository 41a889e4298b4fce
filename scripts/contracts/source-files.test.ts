import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../src/testing/temporary-folder.ts'
import { readSourceFiles } from './source-files.ts'

const folder = temporaryFolder()

const read = (content: object) => {
  writeFileSync(path.join(folder, 'lido.json'), JSON.stringify(content))
  return readSourceFiles(pathToFileURL(`${folder}/`))
}

test('a row has the fields of the groups that it is in, its own first', () => {
  const content = {
    note: 'n',
    product: 'lst',
    rows: [
      { chain: 'base', rows: [{ product: 'vault', note: 'n' }, { market: 'm' }] },
      { chain: 'gnosis' },
    ],
  }
  expect(read(content)).toEqual([
    {
      name: 'lido',
      rows: [
        { product: 'vault', chain: 'base' },
        { product: 'lst', chain: 'base', market: 'm' },
        { product: 'lst', chain: 'gnosis' },
      ],
    },
  ])
})

test.each([
  ['chain', { chain: 'nowhere' }],
  ['rows', { rows: [] }],
  ['day', { rows: [{ day: '2026-02-30' }] }],
])('a wrong %s is refused, and the file named', (field, content) => {
  expect(() => read(content)).toThrow(new RegExp(`sources/lido.json: [^]*${field}`))
})
