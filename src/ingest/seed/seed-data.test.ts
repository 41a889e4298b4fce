import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import methodology from '../../../data/methodology.json' with { type: 'json' }
import { daysBetween } from '../../domain/day.ts'
import { canonicalChain } from '../chain-table.ts'
import { mapProtocols } from '../defillama/protocols-map.ts'
import { firstDayOf } from './audits-schema.ts'
import { MARKETS_FILE, type SeedContract, type SeedPath } from './control-schema.ts'
import { loadSeed, readSeed } from './read.ts'
import type { SeedProtocol } from './schema.ts'

const DATA = new URL('../../../data/', import.meta.url)
const seed = loadSeed(new URL('seed', DATA))
const sandbox = loadSeed(new URL('sandbox', DATA))

/** Chains that the interface names, and the layer-2 chains that the seed promises beside them. */
const NAMED_CHAINS =
  'Ethereum,Arbitrum,Base,Optimism,Polygon,BNB Chain,Avalanche,Solana,Berachain,Hyperliquid'.split(
    ',',
  )
const LAYER_2 = 'zkSync Era,Linea,Scroll,Blast,Mantle,Mode,Polygon zkEVM'.split(',')

const OPTIONAL = [
  'category',
  'symbol',
  'url',
  'twitter',
  'parentId',
  'listedOn',
  'contract',
  'auditFlag',
  'auditLinks',
  'oracles',
  'forkedFrom',
  'governance',
  'tvlChange7d',
  'tvl',
] as const satisfies (keyof SeedProtocol)[]

const activityOf = new Map(
  Object.entries(methodology.categories).map(([name, activity]) => [name.toLowerCase(), activity]),
)

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

function pathsOf(contracts: readonly SeedContract[]): SeedPath[] {
  return contracts.flatMap(({ codeChange, powers, pause }) => [
    ...(codeChange?.paths ?? []),
    ...powers.flatMap(({ paths }) => paths),
    ...(pause?.paths ?? []),
  ])
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(textsOf)
}

describe.each([
  ['seed', seed],
  ['sandbox', sandbox],
])('data/%s', (name, data) => {
  const rows = data.protocols.protocols
  const { contracts } = data.control
  const ids = new Set(rows.map(({ id }) => id))

  it('ids and slugs are unique, and rows are in order of id', () => {
    expect(repeated(rows.map(({ id }) => id))).toEqual([])
    expect(repeated(rows.map(({ slug }) => slug))).toEqual([])
    expect(rows.map(({ id }) => Number(id))).toEqual(
      rows.map(({ id }) => Number(id)).sort((a, b) => a - b),
    )
  })

  it('chains have their canonical names', () => {
    const names = [
      ...rows.flatMap((row) => [...row.chains, ...Object.keys(row.tvl ?? {})]),
      ...[...data.reviews.reviews, ...contracts, ...data.markets.markets].map(({ chain }) => chain),
    ]
    expect(names.filter((chain) => canonicalChain(chain) !== chain)).toEqual([])
  })

  it('no row is newer than its file, and the file is as new as its newest row', () => {
    const days = {
      protocols: rows.flatMap(({ asOf, dated = {} }) => [asOf, ...Object.values(dated)]),
      incidents: data.incidents.incidents.map(({ day }) => day),
      bounties: data.bounties.bounties.map(({ asOf }) => asOf),
      reviews: data.reviews.reviews.map(({ reviewedOn }) => reviewedOn),
      sanctions: data.sanctions.lists.map(({ asOf }) => asOf),
      // Its day is that of the history, not that of its newest change.
      adapters: [data.adapters.asOf],
      control: contracts.map(({ day }) => day),
      markets: data.markets.markets.map(({ day }) => day),
      // The sandbox has no report that was read by hand.
      audits:
        data.audits.audits.length > 0
          ? data.audits.audits.map(({ date }) => firstDayOf(date))
          : [data.audits.asOf],
    }
    expect(Object.entries(days).map(([file, list]) => [file, list.sort().at(-1)])).toEqual(
      Object.entries(data).map(([file, { asOf }]) => [file, asOf]),
    )
  })

  it('no adapter changed after the day of its history, and none is there twice', () => {
    const { asOf, adapters } = data.adapters
    expect(adapters.filter(({ lastChangedOn }) => lastChangedOn > asOf)).toEqual([])
    expect(new Set(adapters.map(({ protocolId }) => protocolId)).size).toBe(adapters.length)
  })

  it('a listing is not later than the day that it was read', () => {
    const late = rows.filter(
      ({ listedOn, dated, asOf }) => (listedOn ?? '') > (dated?.listedOn ?? asOf),
    )
    expect(late.map(({ slug }) => slug)).toEqual([])
  })

  it('bounties, reviews, contracts and markets belong to protocols of the set, incidents to these or their families', () => {
    const families = new Set(rows.flatMap(({ parentId }) => parentId ?? []))
    const ofFamily = ({ parentId }: { parentId?: string | undefined }) =>
      families.has(parentId ?? '')
    const owners = [
      ...data.incidents.incidents.filter((incident) => !ofFamily(incident)),
      ...data.bounties.bounties,
      ...data.reviews.reviews,
      ...data.adapters.adapters,
      ...contracts,
      ...data.markets.markets,
      ...data.audits.audits,
      ...data.audits.replaces,
    ].map(({ protocolId }) => protocolId)
    expect(owners.filter((id) => !ids.has(id))).toEqual([])
    expect(repeated(data.incidents.incidents.map(({ id }) => id))).toEqual([])
    expect(repeated(data.bounties.bounties.map(({ protocolId }) => protocolId))).toEqual([])
    expect(
      repeated(data.reviews.reviews.map(({ protocolId, chain }) => `${protocolId} ${chain}`)),
    ).toEqual([])
  })

  it('has each contract of a protocol once, and each market once in a record, with each fact of an asset once', () => {
    const markets = data.markets.markets.map(
      ({ chain, address, link }) => `${chain} ${address} ${link}`,
    )
    const facts = data.markets.markets.flatMap(({ chain, address, assets }) =>
      assets.flatMap((asset) =>
        (['liquidationThreshold', 'feed'] as const)
          .filter((fact) => asset[fact] !== undefined)
          .map((fact) => `${chain} ${address} ${asset.address} ${fact}`),
      ),
    )
    expect(
      repeated(contracts.map((row) => `${row.protocolId} ${row.chain} ${row.address}`)),
    ).toEqual([])
    expect(repeated(markets)).toEqual([])
    expect(repeated(facts)).toEqual([])
    for (const { assets } of data.markets.markets) {
      expect(repeated(assets.map(({ address }) => address))).toEqual([])
    }
  })

  it('names as left out only what a row does not have', () => {
    const both = rows.flatMap((row) =>
      (row.leftOut ?? []).filter((fact) => row[fact] !== undefined),
    )
    expect(both).toEqual([])
  })

  it('an actor of a path has an address, but for `nobody`, `anyone` and what the record does not name', () => {
    const bare = pathsOf(contracts).filter(({ address, note, actor, via }) => {
      const isNamed = address !== undefined || actor === 'nobody' || actor === 'anyone'
      return !isNamed && note === undefined && via.length === 0
    })
    expect(bare).toEqual([])
    const safes = pathsOf(contracts).filter(({ actor }) => actor === 'safe')
    expect(safes.filter(({ threshold, address }) => !threshold || !address)).toEqual([])
  })

  it('gives no delay that its own note calls not recorded, nor one to an unidentified actor', () => {
    const isUnknown = ({ actor, note = '' }: SeedPath) =>
      actor === 'unidentified' || /(delay|times) (is|are) not recorded/.test(note)
    const invented = pathsOf(contracts).filter(
      (path) => isUnknown(path) && path.delaySeconds !== undefined,
    )
    expect(invented).toEqual([])
  })

  it('says the same of a path wherever it has it', () => {
    const differing = contracts.filter((row) => {
      const versions = Map.groupBy(pathsOf([row]), ({ actor, address, via }) =>
        JSON.stringify([actor, address, via]),
      )
      const termsOf = ({ delaySeconds, voteSeconds, threshold, signers }: SeedPath) =>
        JSON.stringify({ delaySeconds, voteSeconds, threshold, signers })
      return [...versions.values()].some((same) => new Set(same.map(termsOf)).size > 1)
    })
    expect(differing.map(({ name, address }) => `${name} ${address}`)).toEqual([])
  })

  it('holds no prose: every text that is not an address is short', () => {
    const { protocols, incidents, bounties, reviews } = data
    const texts = [
      protocols.protocols,
      incidents.incidents,
      bounties.bounties,
      reviews.reviews,
    ].flatMap(textsOf)
    expect(texts.filter((text) => /\s/.test(text) && text.length > 60)).toEqual([])
  })

  it('stands on every chain that the interface names', () => {
    const chains = new Set(rows.flatMap((row) => row.chains))
    expect([...NAMED_CHAINS, ...LAYER_2].filter((chain) => !chains.has(chain))).toEqual([])
  })

  it('holds a protocol of every activity, and no category that the methodology does not place', () => {
    const categories = rows.flatMap(({ category }) => category ?? [])
    expect(categories.filter((category) => !activityOf.has(category.toLowerCase()))).toEqual([])
    const byId: Record<string, string> = methodology.protocols
    const activities = new Set(
      rows.map(({ id, category }) => byId[id] ?? activityOf.get(category?.toLowerCase() ?? '')),
    )
    const expected = name === 'seed' ? Object.keys(methodology.activities) : activityOf.values()
    expect([...expected].filter((key) => !activities.has(key))).toEqual([])
  })

  it('is small', () => {
    const folder = new URL(`${name}/`, DATA)
    const bytes = readdirSync(folder).map((file) => statSync(new URL(file, folder)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_200_000)
    expect(rows.length).toBeLessThanOrEqual(400)
  })
})

describe('the bundled seed', () => {
  const rows = seed.protocols.protocols

  it('has amounts of at most three significant digits', () => {
    const exact = rows.flatMap(({ slug, tvl = {}, tvlChange7d = 0 }) =>
      [tvlChange7d, ...Object.values(tvl).flatMap((amounts) => Object.values(amounts))]
        .filter((usd) => Number(usd?.toPrecision(3)) !== usd)
        .map((usd) => `${slug} ${usd}`),
    )
    expect(exact).toEqual([])
  })

  it('dates a TVL before an incident two to nine days before it, and rounds it to three digits', () => {
    const rows = seed.incidents.incidents.filter(({ tvlBefore }) => tvlBefore !== undefined)
    expect(rows.length).toBeGreaterThan(0)
    const odd = rows.filter(({ day, tvlBefore }) => {
      const days = tvlBefore ? daysBetween(tvlBefore.day, day) : 0
      return days < 2 || days > 9 || Number(tvlBefore?.usd.toPrecision(3)) !== tvlBefore?.usd
    })
    expect(odd.map(({ id }) => id)).toEqual([])
  })

  it('says of at least 40 protocols who controls their contracts', () => {
    const { contracts } = seed.control
    expect(new Set(contracts.map(({ protocolId }) => protocolId)).size).toBeGreaterThanOrEqual(40)
  })

  it('never says that no one can change the bridge of Wormhole: its guardians can', () => {
    const bridge = seed.control.contracts.filter(
      ({ address }) => address === '0x3ee18b2214aff97000d974cf647e7c347e8fa585',
    )
    const guardians = { actor: 'curated', threshold: 13, signers: 19 }
    expect(bridge).toMatchObject([{ codeChange: { complete: true, paths: [guardians] } }])
  })

  it('gives the two ways to change EigenLayer: 3 of 6 after ten days, and 9 of 13 at once', () => {
    const manager = seed.control.contracts.find(({ name }) => name === 'StrategyManager')
    expect(manager?.codeChange?.paths).toMatchObject([
      { actor: 'safe', threshold: 3, signers: 6, delaySeconds: 864_000 },
      { actor: 'safe', threshold: 9, signers: 13, delaySeconds: 0 },
    ])
  })

  it('says of at least 80 protocols how they are left, each from a file at a commit or a page, and that all can leave only where it leaves at once', () => {
    const exits = seed.markets.markets.filter(
      ({ assets, paused }) => assets.length === 0 && !paused,
    )
    expect(new Set(exits.map(({ protocolId }) => protocolId)).size).toBeGreaterThanOrEqual(80)
    const bare = exits.map(({ withdrawSeconds: _, ...row }) => row)
    expect(MARKETS_FILE.safeParse({ ...seed.markets, markets: exits }).success).toBe(true)
    expect(MARKETS_FILE.safeParse({ ...seed.markets, markets: bare }).success).toBe(false)
    const commit = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/blob\/[0-9a-f]{40}\/.+#L\d+$/
    const pages = exits.filter(({ link }) => !commit.test(link)).map(({ link }) => link)
    expect(pages.filter((link) => new URL(link).hostname === 'github.com')).toEqual([])
    const whole = exits.filter(({ availableShare }) => availableShare !== undefined)
    expect(whole.filter((row) => row.availableShare !== 1 || row.withdrawSeconds !== 0)).toEqual([])
    const { readings } = readSeed(new URL('seed', DATA)).get('public-records') ?? {}
    const lido = readings?.rows.find(
      ({ key, name }) => name === 'markets' && 'id' in key && key.id === '182',
    )
    const place = { asset: '', assetAddress: '', loanToValue: null, availableShare: null }
    expect(lido?.reading).toMatchObject({ value: [{ ...place, withdrawSeconds: 94_080 }] })
  })

  it('says that the withdrawals of Altura are paused', () => {
    const { readings } = readSeed(new URL('seed', DATA)).get('public-records') ?? {}
    const altura = readings?.rows.find(
      ({ key, name }) => name === 'markets' && 'id' in key && key.id === '7300',
    )
    expect(altura?.reading).toMatchObject({ value: [{ paused: true, withdrawSeconds: null }] })
  })

  it('is spread over many categories, with none above a quarter', () => {
    const counts = Map.groupBy(rows, ({ category }) => category)
    expect(counts.size).toBeGreaterThanOrEqual(30)
    const largest = Math.max(...[...counts.values()].map((list) => list.length))
    expect(largest / rows.length).toBeLessThan(0.25)
  })

  it('has at least five protocols each on Berachain and on Hyperliquid', () => {
    for (const chain of ['Berachain', 'Hyperliquid'])
      expect(rows.filter(({ chains }) => chains.includes(chain)).length).toBeGreaterThanOrEqual(5)
  })

  it('has protocols that name neither contract nor place to vote, and names one of most', () => {
    const thin = rows.filter(
      ({ contract, governance = [] }) => !contract && governance.length === 0,
    )
    expect(thin.length).toBeGreaterThan(5)
    expect(thin.length / rows.length).toBeLessThan(0.3)
  })

  it('is of one day, but for a few rows that are older: each has a loss, a review or contracts, or is of 2026', () => {
    const { asOf } = seed.protocols
    const named = new Set(
      [...seed.incidents.incidents, ...seed.reviews.reviews, ...seed.control.contracts].map(
        ({ protocolId }) => protocolId,
      ),
    )
    const older = rows.filter((row) => row.asOf < asOf)
    expect(older.length / rows.length).toBeLessThan(0.15)
    const bare = older.filter(({ id, asOf: day }) => !named.has(id) && day < '2026')
    expect(bare.map(({ slug }) => slug)).toEqual(['clearpool'])
  })

  it('names no protocol of the sandbox', () => {
    expect(rows.filter(({ slug }) => slug.startsWith('sandbox-'))).toEqual([])
  })
})

describe('the sandbox', () => {
  const rows = sandbox.protocols.protocols

  it('has ids, slugs and names of its own', () => {
    expect(
      rows.filter(({ id, slug }) => Number(id) <= 9_000_000 || !slug.startsWith('sandbox-')),
    ).toEqual([])
    const real = new Set(seed.protocols.protocols.map(({ name }) => name.toLowerCase()))
    expect(rows.filter(({ name }) => real.has(name.toLowerCase()))).toEqual([])
  })

  it('points to example.com only', () => {
    const links = textsOf({ ...sandbox }).filter((text) => text.startsWith('http'))
    expect(links.length).toBeGreaterThan(50)
    expect(
      links.filter((link) => !/^https:\/\/([a-z0-9-]+\.)?example\.com(\/|$)/.test(link)),
    ).toEqual([])
  })

  it('has slugs with a dot, a plus, an ampersand, brackets and letters beyond ASCII', () => {
    const slugs = rows.map(({ slug }) => slug)
    for (const odd of [/\./, /\+/, /&/, /\(.*\)/, /\P{ASCII}/u])
      expect(slugs.some((slug) => odd.test(slug))).toBe(true)
  })

  it('leaves out every kind of fact somewhere, and has it somewhere', () => {
    for (const key of OPTIONAL) {
      const bare = rows.filter((row) => row[key] === undefined).length
      expect([key, bare > 0, bare < rows.length]).toEqual([key, true, true])
    }
  })

  it('has amounts only on chains that a protocol lists', () => {
    const strays = rows.flatMap(({ slug, chains, tvl = {} }) =>
      Object.keys(tvl)
        .filter((chain) => !chains.includes(chain))
        .map((chain) => `${slug} on ${chain}`),
    )
    expect(strays).toEqual([])
  })

  it('has two protocols with too little data to be scored', () => {
    const thin = rows.filter(({ contract, governance }) => !contract && !governance)
    expect(thin.map(({ slug }) => slug)).toEqual(['sandbox-driftwood', 'sandbox-flotsam-finance'])
  })

  it('has reviews of every stage, incidents old and new, reimbursed and without a figure', () => {
    const { incidents } = sandbox.incidents
    expect(new Set(sandbox.reviews.reviews.map(({ stage }) => stage))).toEqual(
      new Set([0, 1, 2, null]),
    )
    expect(incidents.some(({ day }) => day < '2022-01-01')).toBe(true)
    expect(incidents.some(({ day }) => day > '2025-12-01')).toBe(true)
    expect(incidents.some(({ lossUsd, returnedUsd }) => lossUsd && returnedUsd === lossUsd)).toBe(
      true,
    )
    expect(incidents.some(({ lossUsd }) => lossUsd === undefined)).toBe(true)
  })

  it('has families of several protocols, and a fork of code that lost money', () => {
    const families = Map.groupBy(rows, ({ parentSlug }) => parentSlug)
    expect(families.get('sandbox-guillemot')?.length).toBe(2)
    const robbed = new Set(sandbox.incidents.incidents.map(({ protocolId }) => protocolId))
    expect(rows.some(({ forkedFrom = [] }) => forkedFrom.some((id) => robbed.has(id)))).toBe(true)
  })

  it('speaks for one day as a whole, but for the list of incidents', () => {
    for (const [source, { asOf }] of readSeed(new URL('sandbox', DATA))) {
      expect(asOf).toBe(source === 'defillama-hacks' ? '2025-12-29' : '2026-01-01')
    }
  })
})

const recording = new URL(
  '../../../../shared/upstream/2024-03-11/api.llama.fi/protocols.json',
  import.meta.url,
)

it.skipIf(!existsSync(recording))(
  'a fact or amount that a row of 2024-03-11 lacks was not in the registry of that day either',
  () => {
    const body: unknown = JSON.parse(readFileSync(recording, 'utf8'))
    const options = { asOf: '2024-03-11', source: 'defillama-protocols' }
    const rows = new Map(mapProtocols(body, options).protocols?.map((row) => [row.id, row]))
    const left = seed.protocols.protocols.flatMap((row) => {
      const upstream = row.asOf === '2024-03-11' ? rows.get(row.id) : undefined
      const held: object = row
      return Object.entries(upstream ? { ...upstream.facts, tvl: upstream.tvl } : {}).flatMap(
        ([name, fact]) => {
          // The sample leaves hallmarks and warnings out, and what a week of 2024 changed, and says so in the reason.
          const isLeftOut =
            fact.known &&
            !(name in held) &&
            !['hallmarks', 'warnings', 'tvlChange7d'].includes(name)
          return isLeftOut ? [`${row.slug} ${name}`] : []
        },
      )
    })
    expect(left).toEqual([])
  },
)

it('a protocol that we wrote a sentence about is described by it', () => {
  const { protocols = [] } = readSeed(new URL('seed', DATA)).get('defillama-protocols') ?? {}
  const describedBy = (known: string) => protocols.find(({ id }) => id === known)?.description
  expect(describedBy('182')).toMatch(/^Liquid staking; users deposit ether/)
})
