import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { searched } from '../fixtures/documents.ts'
import { writeDocuments } from '../fixtures/write-documents.ts'
import { PROTOCOL_FILES } from './patterns.ts'
import { type ProtocolFile, protocolFiles } from './protocol-files.ts'

const documents = writeDocuments(temporaryFolder())
const formerSlugs = searched.columns.id.map((id) =>
  id === 'tern-lend' ? ['tern', 'tern+', 'tern-(old)'] : [],
)
const search = { ...searched, columns: { ...searched.columns, formerSlugs } }
writeFileSync(path.join(documents, 'search.json'), JSON.stringify(search))

test('every protocol with a page has each file once, and under its former ids, and the site has a picture', async () => {
  const fonts = path.resolve(import.meta.dirname, '../../../public/fonts')
  const source = { documents, fonts, site: 'https://risk.example', now: 0 }
  const files: ProtocolFile[] = []
  for await (const file of protocolFiles(source)) files.push(file)
  const names = Map.groupBy(files, ({ pattern }) => pattern)
  const found = [...names].map(([pattern, own]) => [pattern, own.map(({ name }) => name)])
  const all = [
    ...['tern-lend', 'tern', 'tern~2b', 'tern-~28old~29', 'tern+', 'tern-(old)'],
    ...['404', 'gone'],
  ]
  expect(Object.fromEntries(found)).toEqual({
    ...Object.fromEntries(Object.keys(PROTOCOL_FILES).map((pattern) => [pattern, all])),
    '/protocol/[name]/index.html': ['tern', 'tern~2b', 'tern-~28old~29'],
    '/og/[name].png': ['~site', ...all],
    '/og/[name].json': ['~kit'],
  })
  const [badge, former] = files.filter(({ pattern }) => pattern.startsWith('/badge'))
  expect(former?.body()).toBe(badge?.body())
  const moved = files.find(({ pattern }) => pattern === '/protocol/[name]/index.html')
  expect(await moved?.body()).toContain('content="0; url=/protocol/tern-lend/"')
  const atom = files.find(({ pattern }) => pattern.endsWith('.atom'))
  expect(await atom?.body()).toContain('https://risk.example/protocol/tern-lend/')
})
