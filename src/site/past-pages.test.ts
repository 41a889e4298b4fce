import { expect, test } from 'vitest'
import { builtSite, SITE } from './fixtures/built-site.ts'

const { file, page } = builtSite({ site: SITE })

test('the changes show who moved, by how much, and why, with words of strangers as words', () => {
  const html = page('changes')
  expect(html).toMatch(
    /Between 13 Nov 2026 and 20 Nov 2026 40 scores changed: 10 riskier, 30 safer/,
  )
  expect(html).toMatch(/4\.6.*Elevated.*3\.6.*Moderate.*1\.0 safer/s)
  expect(html).toContain('Audits, 1.20 safer.')
  expect(html).toContain('Newly known. 2 reports: &lt;i&gt;one&lt;/i&gt; unnamed.')
  expect(html).toContain('Floor “Recent loss”, 0.20 riskier.')
  expect(html).toContain('The floor no longer acts on ')
  expect(html).toContain('Scored on one of the two days only: oracle')
  expect(html).not.toContain('Volatility')
  expect(html).not.toContain('<script>alert')
})

test('a change of method stands apart, and a protocol that left has its reason', () => {
  const html = page('changes')
  expect(html).toMatch(/scores are by methodology 0\.2\.0; that of 20 Oct 2026 was by 0\.1\.0/)
  expect(html).toContain('4 changed level, and the mean score is 0.12 lower')
  expect(html).toMatch(/href="\/protocol\/gone\/".*Since 20 Nov 2026\. DefiLlama marks it as dead/s)
})

test('the incidents are grouped by what was published before, the safer scores first', () => {
  const html = page('incidents')
  const titles = [...html.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title)
  expect(titles).toEqual([
    'Scored moderate or safer',
    'Scored elevated or high',
    'Before the first snapshot',
    'Listed without a score',
    'Not in the registry',
    'As data',
  ])
  expect(html).toMatch(/id="safer".*2\.6.*13 Nov 2026, method 0\.2\.0.*id="warned"/s)
  expect(html).toContain('$500k returned; 25\u00a0% of the TVL of 16 Nov 2026')
  expect(html).toContain('&lt;u&gt;Reentrancy')
  expect(html).not.toContain('href="javascript')
  expect(html).toContain('Since then 2 losses hit a protocol with a published score.')
})

test('the first screen has one field, the newest loss with the score before it, and no second notice', () => {
  const [, first = ''] = page('').split('class="hero"')
  const [hero = ''] = first.split('class="facts"')
  expect(hero.match(/<input[^>]*type="search"/g)).toHaveLength(1)
  expect(hero).toMatch(
    /Newest loss with a score before it:.*18 Nov 2026, \$2\.00m.*<b>2\.6<\/b>.*of 13 Nov 2026, method 0\.2\.0/s,
  )
  expect(page('').match(/sample\. /gi)).toHaveLength(1)
})

test('a retired protocol keeps its page, marked, without an explanation it no longer has', () => {
  const html = page('protocol/gone')
  expect(html).toContain('Retired on 20 Nov 2026.')
  expect(html).toContain('This is its last record, of 13 Nov 2026.')
  expect(html).toContain('3.6 of 10, Moderate')
  expect(html).not.toContain('Six dimensions')
  expect(html).not.toMatch(/It ranks|no category to be ranked in|verify-score|\/compare\//)
  expect(html).toContain('https://risk.example.org/v1/protocols/gone')
  expect(html).toContain('This is its last score. The reasons behind it are not kept.')
  expect(page('protocol/tern-lend')).not.toContain('Retired on')
})

test('a protocol’s page describes its document to machines, and words of strangers end no element', () => {
  const [, text = ''] =
    page('protocol/tern-lend').match(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? []
  expect(JSON.parse(text)).toMatchObject({
    '@type': 'Dataset',
    name: 'Risk score of <script>alert("Tern")</script>',
    url: 'https://risk.example.org/protocol/tern-lend/',
    dateModified: '2026-11-20',
    distribution: { contentUrl: 'https://risk.example.org/v1/protocols/tern-lend' },
  })
  const [, other = ''] =
    page('protocol/404').match(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? []
  expect(JSON.parse(other)).not.toHaveProperty('dateModified')
})

test('feeds of all and of each protocol are there, and announced where a reader looks for them', () => {
  for (const [name, feed] of [
    ['changes', '/changes'],
    ['incidents', '/incidents'],
    ['protocol/tern-lend', '/protocol/tern-lend/feed'],
  ] as const) {
    expect(page(name)).toContain(`type="application/atom+xml" title=`)
    expect(page(name)).toContain(`href="${feed}.atom"`)
    expect(file(`${feed}.atom`)).toContain(`href="https://risk.example.org${feed}.atom"`)
    expect(JSON.parse(file(`${feed}.json`))).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `https://risk.example.org${feed}.json`,
    })
  }
  const titles = JSON.parse(file('protocol/gone/feed.json')).items.map(
    ({ title }: { title: string }) => title,
  )
  expect(titles).toContain('No longer listed')
})
