import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { aRow, indexOf } from '../../testing/api/generated-rows.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { createScreenerHost } from './screener.ts'

let root = ''

beforeEach(() => {
  root = folderOfTest()
})

const INDEX = indexOf([
  aRow('aave', { chains: ['Ethereum'], category: 'Lending', oracleRisk: 1.5 }),
  aRow('lido'),
])

function write(set: string, text = JSON.stringify(INDEX)): void {
  const folder = path.join(root, 'dist/_data', set)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'screener.json'), text)
}

function host() {
  const lines: string[] = []
  const handle = createScreenerHost({ root, log: (line) => lines.push(line) })
  const get = (address: string) => handle(new Request(`https://plimsoll.example${address}`))
  return { get, lines }
}

describe('createScreenerHost', () => {
  test('answers both addresses from the bundled documents, for the CDN to keep', async () => {
    write('live')
    const { get } = host()

    const screened = await get('/_fn/screener?set=live&maxOracleRisk=2')
    expect(await screened.json()).toMatchObject({ data: [{ id: 'aave' }], meta: { total: 1 } })
    expect(screened.headers.get('netlify-cdn-cache-control')).toContain('public')

    const listed = await get('/_fn/protocols?set=live&chain=ethereum')
    expect(await listed.json()).toMatchObject({ data: [{ id: 'aave' }], meta: { total: 1 } })
  })

  test('answers searches from their own document', async () => {
    const folder = path.join(root, 'dist/_data/live')
    mkdirSync(folder, { recursive: true })
    const columns = {
      id: ['aave'],
      name: ['Aave'],
      symbol: [null],
      category: [null],
      tvlUsd: [1],
      compositeScore: [2.1],
      status: ['active'],
      parent: [null],
      formerSlugs: [[]],
    }
    const document = JSON.stringify({ count: 1, categories: [], columns })
    writeFileSync(path.join(folder, 'search.json'), document)
    const found = await host().get('/_fn/search?set=live&q=aav&limit=5')
    expect(await found.json()).toMatchObject({ data: [{ id: 'aave', match: 'prefix' }] })
    expect(found.headers.get('netlify-cdn-cache-control')).toContain('public')
  })

  test('a document is read once', async () => {
    write('live')
    const { get } = host()
    await get('/_fn/screener?set=live')
    rmSync(path.join(root, 'dist'), { recursive: true })

    expect((await get('/_fn/screener?set=live&page=2')).status).toBe(200)
  })

  test('a missing or damaged document is 503 and a line of log, and is tried again', async () => {
    const { get, lines } = host()
    expect((await get('/_fn/screener?set=live')).status).toBe(503)
    write('live', '{"half":')
    expect((await get('/_fn/screener?set=live')).status).toBe(503)
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(['error', 'error'])

    write('live')
    expect((await get('/_fn/screener?set=live')).status).toBe(200)
  })

  test('any other address is not found', async () => {
    write('live')
    expect((await host().get('/_fn/other?set=live')).status).toBe(404)
  })
})
