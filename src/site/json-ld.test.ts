import { expect, test } from 'vitest'
import { jsonLdOf, schemaOrgFaults } from '../testing/schema-org.ts'
import { builtSite, SITE } from './fixtures/built-site.ts'
import { protocolDataset } from './json-ld.ts'

const { page } = builtSite({ site: SITE })

const dataOf = (name: string) => JSON.parse(JSON.stringify(jsonLdOf(page(`protocol/${name}`))[0]))

test.each(['', 'protocol/tern-lend', 'protocol/404', 'protocol/gone', 'chain/ethereum', 'docs'])(
  'what /%s/ says of itself is in the vocabulary of schema.org, with what search engines require',
  (name) => {
    const found = jsonLdOf(page(name))
    expect(found).toHaveLength(1)
    expect(found.flatMap((value) => schemaOrgFaults(value))).toEqual([])
  },
)

test.each([
  [{ '@type': 'Rating' }, 'the type Rating is not recorded'],
  [{ '@type': 'Organization', headline: 'x' }, 'Organization has no headline'],
  [{ '@type': 'PropertyValue', minValue: '0' }, 'is no Number'],
  [{ '@type': 'Dataset', name: 'x', description: 'short' }, 'a description of 5 characters'],
  [
    { '@type': 'Dataset', name: 'x', distribution: { '@type': 'DataDownload' } },
    'without contentUrl',
  ],
])('%j is a fault', (value, fault) => {
  expect(schemaOrgFaults(value).join('\n')).toContain(fault)
})

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
