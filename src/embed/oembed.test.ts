import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EmbedDocuments } from './find-protocol.ts'
import { answerOembed } from './oembed.ts'

const COLUMNS = {
  symbol: [],
  category: [],
  status: [],
  tvlUsd: [],
  parent: [],
}

const DOCUMENTS: EmbedDocuments = {
  search: {
    columns: {
      ...COLUMNS,
      id: ['tern-lend', 'over+', 'unknown', 'ended'],
      name: ['Tern Lend', 'Over "+" <b>', 'Unknown', 'Ended'],
      compositeScore: [3.6, 10, null, 5],
      status: ['active', 'active', 'active', 'dead'],
      formerSlugs: [['tern', 'unknown'], [], [], []],
    },
  },
  retired: [{ slug: 'gone', name: 'Gone' }],
}

const ask = async (search: string, documents = DOCUMENTS, host = 'risk.example') => {
  const load = async () => documents
  const log = (error: unknown) => {
    throw error
  }
  const { status, headers, body } = await answerOembed(
    { method: 'GET', search, host },
    { load, log },
  )
  return { status, headers, body: JSON.parse(String(body)) }
}

const of = (address: string, more = '') => ask(`?url=${encodeURIComponent(address)}${more}`)

const PAGE = 'https://risk.example/protocol/tern-lend/'

test('the page of a protocol has a card of type rich', async () => {
  const { status, headers, body } = await of(PAGE, '&format=json')
  expect(status).toBe(200)
  expect(headers['Content-Type']).toBe('application/json; charset=utf-8')
  expect(headers['Access-Control-Allow-Origin']).toBe('*')
  expect(body).toEqual({
    type: 'rich',
    version: '1.0',
    title: 'Tern Lend: Plimsoll risk score',
    provider_name: 'Plimsoll',
    provider_url: 'https://risk.example/',
    cache_age: 3_600,
    thumbnail_url: 'https://risk.example/og/tern-lend.png',
    thumbnail_width: 800,
    thumbnail_height: 420,
    html: '<iframe src="https://risk.example/embed/tern-lend/" title="Tern Lend: Plimsoll risk score" width="480" height="240" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" style="border:0;max-width:100%"></iframe>',
    width: 480,
    height: 240,
  })
})

test.each([
  ['https://risk.example/protocol/tern-lend', 'tern-lend'],
  ['https://RISK.example:443/protocol/tern-lend/?a=b#use', 'tern-lend'],
  ['https://risk.example/protocol/tern%2Dlend/index.html', 'tern-lend'],
  ['http://risk.example/embed/tern-lend/', 'tern-lend'],
  ['https://risk.example/protocol/tern/', 'tern-lend'],
  ['https://risk.example/protocol/over~2b/', 'over~2b'],
  ['https://risk.example/protocol/over+/', 'over~2b'],
  ['https://risk.example/protocol/unknown/', 'unknown'],
  ['https://risk.example/protocol/gone/', 'gone'],
])('%s is the page of %s', async (address, fileName) => {
  const { status, body } = await of(address)
  expect(status).toBe(200)
  expect(body.html).toContain(`/embed/${fileName}/"`)
})

test.each([
  'https://other.example/protocol/tern-lend/',
  'https://risk.example.evil/protocol/tern-lend/',
  'https://risk.example:8443/protocol/tern-lend/',
  'https://risk.example@evil.example/protocol/tern-lend/',
  'https://evil@risk.example/protocol/tern-lend/',
  'ftp://risk.example/protocol/tern-lend/',
  'https://risk.example/protocol/none/',
  'https://risk.example/protocol/constructor/',
  'https://risk.example/protocol/%ff/',
  'https://risk.example/wallet/',
  'https://risk.example/',
  '/protocol/tern-lend/',
  'no address',
  `https://risk.example/protocol/${'a'.repeat(3_000)}/`,
])('%s is no page of this site', async (address) => {
  const { status, headers } = await of(address)
  expect([status, headers['Cache-Control']]).toEqual([404, 'no-store'])
})

test('a card is no larger than asked, and a picture is named only where it fits', async () => {
  const narrow = (await of(PAGE, '&maxwidth=300&maxheight=900')).body
  expect([narrow.type, narrow.width, narrow.height]).toEqual(['rich', 300, 240])
  expect(narrow.html).toContain('width="300" height="240"')
  expect(narrow).not.toHaveProperty('thumbnail_url')
  for (const size of ['&maxwidth=279', '&maxheight=239']) {
    const { body } = await of(PAGE, size)
    expect(body.type).toBe('link')
    expect(body).not.toHaveProperty('html')
  }
  expect((await of(PAGE, '&maxwidth=800&maxheight=420')).body).toHaveProperty('thumbnail_url')
})

test.each([
  ['', 400],
  ['?url=', 400],
  [`?url=${PAGE}&maxwidth=0`, 400],
  [`?url=${PAGE}&maxwidth=-1`, 400],
  [`?url=${PAGE}&maxheight=wide`, 400],
  [`?url=${PAGE}&format=xml`, 501],
])('%s has status %i', async (search, status) => {
  expect((await ask(search)).status).toBe(status)
})

test('every protocol with a page has a picture of its own, with a score or without', async () => {
  for (const id of ['unknown', 'gone', 'ended', 'over~2b']) {
    const { body } = await of(`https://risk.example/protocol/${id}/`)
    expect(body.thumbnail_url).toBe(`https://risk.example/og/${id}.png`)
  }
})

test('documents that cannot be read are a fault of ours', async () => {
  const faults: unknown[] = []
  const load = () => Promise.reject(new Error('torn'))
  const log = (error: unknown) => void faults.push(error)
  const request = { method: 'GET', search: `?url=${PAGE}`, host: 'risk.example' }
  expect((await answerOembed(request, { load, log })).status).toBe(503)
  expect(faults).toHaveLength(1)
})

test('whatever the name of a protocol, the html is one frame whose title gives it back', async () => {
  const names = fc.string({
    unit: fc.constantFrom('"', '<', '>', '&', "'", '/', ' ', 'a', '\n', 'é'),
  })
  await fc.assert(
    fc.asyncProperty(names, async (name) => {
      const columns = {
        ...COLUMNS,
        id: ['x'],
        name: [name],
        compositeScore: [1],
        formerSlugs: [[]],
      }
      const documents = { search: { columns }, retired: [] }
      const { body } = await ask('?url=https://risk.example/protocol/x/', documents)
      const parts = /^<iframe((?: [a-z]+="[^"<>]*")+)><\/iframe>$/.exec(body.html)
      const title = / title="([^"]*)"/.exec(parts?.[1] ?? '')?.[1] ?? ''
      const plain = title
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
      expect(plain).toBe(`${name}: Plimsoll risk score`)
    }),
  )
})
