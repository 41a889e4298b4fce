import fc from 'fast-check'
import { type Bodies, bodies, commits, DAY, incidents, type Row, rows, tree } from './bodies.ts'

/** What no JSON text can be made of, and every reader of JSON understands: `hostileJson` writes it as 1e999. */
const INFINITE = 'infinite'

/** Texts that are dangerous as a path, a route, a file name, a key, or inside HTML, XML, CSV or JSON. */
export const HOSTILE_TEXTS = [
  'page.html',
  'a/b.html',
  '.html',
  'index.html',
  'index',
  'a.htm',
  'x.json',
  'x.svg',
  'feed.atom',
  '404',
  '500',
  '_astro',
  '_data',
  'con',
  'nul.txt',
  'COM1',
  'Aave',
  'aave',
  'AAVE',
  'a.',
  'a ',
  ' a',
  '...',
  '..',
  '.',
  '../../etc/passwd',
  '..\\..\\x',
  '%2e%2e%2f',
  '%',
  '%00',
  '%E0%A4%A',
  'a%2fb',
  'a?b#c',
  'a//b',
  '/',
  '[slug]',
  '[...x]',
  '*',
  'a:b',
  '~7e',
  'caf\u00e9',
  'cafe\u0301',
  '\u212bngstr\u00f6m',
  '\ufb01nance',
  'I\u0307stanbul',
  '\u0131',
  '\ud83d\ude80',
  '\ud800',
  '\u202eevaa',
  'aa\u200bve',
  '\u3164',
  'a\u0000b',
  'a\r\nSet-Cookie: x=1',
  '\u2028',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-0',
  '1e308',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '</title><script>alert(1)</script>',
  '</style></textarea><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '"><img src=x onerror=alert(1)>',
  ']]>',
  '&amp;&#0;&nbsp;',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y "z">]>',
  '{{7*7}}$' + '{7*7}<%= 7 %>{x}',
  '=HYPERLINK("http://x.io")',
  '@SUM(1)',
  '+1',
  "'; DROP TABLE protocols; --",
  '$& $1 $` \\1',
  'javascript:alert(1)',
  'data:text/html,x',
  'HTTPS://a.io',
  'https://a.io/\u202e',
  'https://user:pass@a.io',
  'http://127.0.0.1/',
  'http:\\\\a.io',
  'https://\ud800.io',
  'HtTp://a.io/"><b>',
  'https://a.io/%zz?q=<>#\'"',
  '0000-01-01',
  '-000001-01-01',
  '9999-12-31',
  '2024-02-30',
  '+275760-09-13T00:00:00Z',
  'parent#a',
  'Base-borrowed',
  'staking',
  '0x',
  '-',
  ' ',
  '',
] as const

const texts = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  fc.constantFrom(...HOSTILE_TEXTS).map((text) => `${text}.html`),
  fc
    .tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE_TEXTS))
    .map((two) => two.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 90, maxLength: 210 }),
  fc.constantFrom(
    'a'.repeat(200),
    '\ud83d\ude80'.repeat(100),
    '%'.repeat(200),
    `${'a'.repeat(195)}.html`,
  ),
)
const numbers = fc.oneof(
  fc.constant(INFINITE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    0.1,
    1e13,
    1e308,
    -1e308,
    -1,
    2 ** 53,
    -1e-9,
    1_600_000_000,
    4_102_444_799,
    8.64e15,
    1e-9,
  ),
)
const lists = fc.oneof(
  { weight: 20, arbitrary: fc.array(texts, { maxLength: 4 }) },
  fc.constant(Array.from({ length: 3_000 }, (_, at) => `x${at}`)),
)
const deep = fc.constant(Array.from({ length: 150 }).reduce<unknown>((inner) => [inner], 'deep'))
const anything = fc.oneof(
  texts,
  numbers,
  lists,
  deep,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, false, {}, []),
)
/** Mostly of the promised type, sometimes of any other. */
const mostly = (sound: fc.Arbitrary<unknown>) => fc.oneof({ weight: 5, arbitrary: sound }, anything)
const chains = lists.map((others) => [...others.slice(0, 40), 'Ethereum'])
const amounts = fc.dictionary(
  fc.oneof(fc.constantFrom('Ethereum', 'Base', 'Base-borrowed', 'staking'), texts),
  fc.oneof(numbers, fc.constant(null), fc.constant(1_000_000)),
  { maxKeys: 4 },
)
const dates = fc.oneof(texts, numbers)
const breakdown = fc.array(
  fc.record(
    { name: texts, type: texts, proof: lists, startDate: dates, endDate: anything },
    { requiredKeys: ['name'] },
  ),
  { maxLength: 3 },
)
const hallmarks = fc.array(fc.oneof(fc.tuple(numbers, texts), anything), { maxLength: 3 })
const ids = fc.oneof(
  fc.constantFrom('0', '-1', '1e3', '01', '9'.repeat(15), '9'.repeat(16), 'parent#a', 1.5, 2 ** 53),
  anything,
)

/** Every field that is read of a row, with hostile values. */
const PROTOCOL = {
  id: ids,
  slug: mostly(texts),
  name: mostly(texts),
  category: mostly(texts),
  address: mostly(texts),
  symbol: mostly(texts),
  url: mostly(texts),
  logo: mostly(texts),
  description: mostly(texts),
  twitter: mostly(texts),
  github: mostly(lists),
  audits: mostly(fc.constantFrom('0', '1', '2', '3', 2)),
  audit_links: mostly(lists),
  chains: mostly(chains),
  tvl: mostly(numbers),
  chainTvls: mostly(amounts),
  change_7d: mostly(numbers),
  oracles: mostly(lists),
  oraclesBreakdown: mostly(breakdown),
  forkedFrom: mostly(lists),
  forkedFromIds: mostly(lists),
  governanceID: mostly(lists),
  listedAt: mostly(numbers),
  hallmarks: mostly(hallmarks),
  deadFrom: mostly(dates),
  deadUrl: mostly(fc.boolean()),
  rugged: mostly(fc.boolean()),
  deprecated: mostly(fc.boolean()),
  parentProtocol: mostly(texts),
  parentProtocolSlug: mostly(texts),
  module: mostly(texts),
}

const HACK = {
  name: mostly(texts),
  date: mostly(dates),
  classification: mostly(texts),
  technique: mostly(texts),
  amount: mostly(numbers),
  returnedFunds: mostly(numbers),
  chain: mostly(lists),
  bridgeHack: mostly(fc.boolean()),
  targetType: mostly(texts),
  source: mostly(texts),
  defillamaId: mostly(fc.constantFrom(900_001, '900002', 'parent#a')),
  parentProtocolId: mostly(texts),
  language: mostly(texts),
}

const PROGRAMME = {
  id: mostly(texts),
  slug: mostly(texts),
  project: mostly(texts),
  maximum_reward: mostly(numbers),
  maxBounty: mostly(numbers),
  date: mostly(texts),
  launchDate: mostly(texts),
  endDate: mostly(texts),
  updatedDate: mostly(texts),
  websiteUrl: mostly(texts),
  githubUrl: mostly(texts),
  programOverview: mostly(texts),
  assets: mostly(
    fc.array(fc.record({ url: mostly(texts), type: mostly(texts) }), { maxLength: 3 }),
  ),
}

const REVIEW = {
  chain: mostly(texts),
  stage: mostly(fc.constantFrom(0, 1, 2, 'O', 'R', 'I0')),
  risks: mostly(fc.array(fc.constantFrom('L', 'M', 'H', '-', 'X'), { minLength: 4, maxLength: 6 })),
  publish_date: mostly(texts),
  update_date: mostly(texts),
}

const CHAIN = { name: mostly(texts), chainId: mostly(fc.oneof(numbers, fc.nat().map(String))) }

const SOUND_REVIEW = {
  chain: 'Ethereum',
  stage: 1,
  risks: ['L', 'L', 'M', 'L', 'L'],
  publish_date: '2024-01-05',
}

/** Number of rows of each source for so many hostile protocols. */
const SHARE = { hacks: 4, programmes: 10, reviews: 20, chains: 10, addresses: 10 }

export interface HostileWorld {
  bodies: Bodies
  /** The rows of `GET /protocols` as they were sent: sound ones first. */
  protocols: Record<string, unknown>[]
}

/**
 * Answers of every upstream in which `count` protocols, and rows of every other source, carry hostile values in one to four
 * fields. The same seed gives the same answers.
 */
export function hostileWorld(count: number, seed: number, soundCount = 12): HostileWorld {
  const sound = rows(soundCount)
  const some = (share: number) => Math.max(3, Math.ceil(count / share))
  const hostile = spoiled(PROTOCOL, count, seed, (index) => ({
    ...rows(1)[0],
    id: String(910_000 + index),
    slug: `hostile-${index}`,
    name: `Hostile ${index}`,
  }))
  const protocols: Record<string, unknown>[] = [...sound, ...hostile]
  const given = bodies(sound, 40)
  const [hack = {}] = incidents()
  given.defillama['/protocols'] = hostileJson(protocols)
  given.defillama['/v2/chains'] = hostileJson([
    ...JSON.parse(given.defillama['/v2/chains'] ?? '[]'),
    ...spoiled(CHAIN, some(SHARE.chains), seed, (index) => ({
      name: `Chain ${index}`,
      chainId: 9_000_000 + index,
    })),
  ])
  given.hacks['/hacks'] = hostileJson([
    ...incidents(),
    ...spoiled(HACK, some(SHARE.hacks), seed, (index) => ({
      ...hack,
      name: `Hostile leak ${index}`,
    })),
  ])
  const [programme = {}] = JSON.parse(given.immunefi['/projects.json'] ?? '[]')
  given.immunefi['/projects.json'] = hostileJson([
    programme,
    ...spoiled(PROGRAMME, some(SHARE.programmes), seed, (index) => ({
      ...programme,
      id: `hostile-${index}`,
    })),
  ])
  addReviews(given, some(SHARE.reviews), seed, sound)
  addAddresses(given, some(SHARE.addresses), seed)
  addHistories(given, hostile, seed)
  return { bodies: given, protocols: JSON.parse(hostileJson(protocols)) }
}

/** Text of JSON in which `INFINITE` is a number that overflows. */
export function hostileJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${INFINITE}"`, '1e999')
}

/** Sound rows, of which each has hostile values in one to four fields. */
function spoiled(
  fields: Record<string, fc.Arbitrary<unknown>>,
  count: number,
  seed: number,
  soundRow: (index: number) => Record<string, unknown>,
): Record<string, unknown>[] {
  const names = Object.keys(fields)
  const some = fc
    .subarray(names, { minLength: 1, maxLength: Math.min(4, names.length) })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((name) => [name, fields[name] ?? anything]))),
    )
  return fc
    .sample(some, { numRuns: count, seed })
    .map((odd, index) => ({ ...soundRow(index), ...odd }))
}

function addReviews(given: Bodies, count: number, seed: number, sound: Row[]): void {
  const folder = 'src/content/protocols'
  const rowsOfReviews = spoiled(REVIEW, count, seed, () => SOUND_REVIEW)
  const slugs = fc.sample(mostly(lists), { numRuns: count, seed })
  const path = '/repos/deficollective/defiscan/git/trees/main'
  const files: [string, string][] = rowsOfReviews.flatMap((head, index) => {
    // JSON is YAML.
    const review = `---\n${hostileJson(head)}\n---\nInvented.\n`
    const data = hostileJson({
      defillama_slug: index % 2 === 0 ? [sound[index % sound.length]?.slug] : slugs[index],
    })
    return [
      [`${folder}/hostile-${index}/data.json`, data],
      [`${folder}/hostile-${index}/ethereum.md`, review],
    ]
  })
  const kept = JSON.parse(given.githubApi[path] ?? '{"tree":[]}')
  const added = JSON.parse(tree(files))
  given.githubApi[path] = JSON.stringify({ truncated: false, tree: [...kept.tree, ...added.tree] })
  for (const [name, body] of files) given.githubRaw[`/deficollective/defiscan/main/${name}`] = body
}

function addAddresses(given: Bodies, count: number, seed: number): void {
  const repo = '0xB10C/ofac-sanctioned-digital-currency-addresses'
  const body = hostileJson([
    '0x00000000000000000000000000000000000000aa',
    ...fc.sample(anything, { numRuns: count, seed }),
  ])
  given.githubApi[`/repos/${repo}/commits`] = commits(DAY)
  given.githubApi[`/repos/${repo}/git/trees/lists`] = tree([
    ['sanctioned_addresses_ETH.json', body],
  ])
  given.githubRaw[`/${repo}/lists/sanctioned_addresses_ETH.json`] = body
}

/** Pages of single protocols: every tenth hostile protocol has one, made of hostile values. */
function addHistories(given: Bodies, protocols: Record<string, unknown>[], seed: number): void {
  const point = fc.oneof(
    fc.record({ date: dates, totalLiquidityUSD: mostly(numbers) }),
    fc
      .integer({ min: 19_700, max: 19_790 })
      .map((day) => ({ date: day * 86_400, totalLiquidityUSD: 1_000_000 })),
    anything,
  )
  const page = fc.record(
    {
      name: texts,
      chains: mostly(chains),
      chainTvls: mostly(
        fc.dictionary(
          fc.oneof(texts, fc.constant('Ethereum')),
          mostly(
            fc.record({
              tvl: fc.array(point, { maxLength: 9 }),
              tokensInUsd: anything,
              tokens: anything,
            }),
          ),
          { maxKeys: 4 },
        ),
      ),
      hacks: mostly(fc.array(mostly(fc.record(HACK, { requiredKeys: [] })), { maxLength: 3 })),
      hallmarks: mostly(hallmarks),
      tokensInUsd: anything,
      currentChainTvls: mostly(amounts),
    },
    { requiredKeys: [] },
  )
  const pages = fc.sample(page, { numRuns: Math.ceil(protocols.length / 10), seed })
  pages.forEach((body, index) => {
    const { slug } = protocols[index * 10] ?? {}
    if (typeof slug === 'string') given.defillama[`/protocol/${slug}`] = hostileJson(body)
  })
}
