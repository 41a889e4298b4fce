import fc from 'fast-check'
import { type Bodies, bodies, commits, DAY, incidents, type Row, rows, tree } from './bodies.ts'
import {
  amounts,
  anything,
  breakdown,
  chains,
  dates,
  hallmarks,
  hostileJson,
  ids,
  lists,
  mostly,
  numbers,
  texts,
} from './hostile-values.ts'

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
