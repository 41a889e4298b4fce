import { expect, test } from 'vitest'
import { builtSite, SITE } from './fixtures/built-site.ts'
import { protocolDataset } from './json-ld.ts'

const { page } = builtSite({ site: SITE })

const dataOf = (name: string) => {
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page(`protocol/${name}`)) ?? []
  return JSON.parse(json)
}

test('the data of a page has the score that the page shows', () => {
  const html = page('protocol/tern-lend')
  const [, score, level] = /Score (\d+\.\d) of 10, ([\w ]+)[,.]/.exec(html) ?? []
  const data = dataOf('tern-lend')
  expect(data).toMatchObject({
    '@type': 'Dataset',
    url: `${SITE}/protocol/tern-lend/`,
    image: `${SITE}/og/tern-lend.png`,
    dateModified: '2026-11-20',
    variableMeasured: {
      '@type': 'PropertyValue',
      value: Number(score),
      minValue: 0,
      maxValue: 10,
      description: `${level} risk`,
    },
  })
  // What search engines take as a description of a dataset.
  expect(data.description.length).toBeGreaterThan(50)
})

test('a page without a score has none in its data, and no page calls its score a rating', () => {
  for (const name of ['404', 'gone']) expect(dataOf(name)).not.toHaveProperty('variableMeasured')
  for (const name of ['404', 'gone', 'tern-lend']) {
    expect(JSON.stringify(dataOf(name))).not.toMatch(/"@type":"(Aggregate)?Rating|"@type":"Review/)
  }
})

test('a score has one decimal, and an id from outside makes one address', () => {
  const shown = { id: 'a/b?c', slug: null, name: 'A', scoredAt: null, score: 2.25 }
  const place = { site: SITE, path: '/protocol/a/', image: null }
  expect(protocolDataset(shown, 'About it.', place)).toMatchObject({
    variableMeasured: { value: 2.3 },
    distribution: { contentUrl: `${SITE}/v1/protocols/a%2Fb%3Fc` },
  })
})
