import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Category and weight, roughly as DefiLlama lists them. */
const CATEGORIES: [string, number][] = [
  ['Dexes', 30],
  ['Yield', 12],
  ['Lending', 9],
  ['Derivatives', 6],
  ['Services', 5],
  ['Liquid Staking', 4],
  ['Yield Aggregator', 3],
  ['CDP', 3],
  ['Farm', 3],
  ['Algo-Stables', 3],
  ['Bridge', 2],
  ['Indexes', 2],
  ['Options', 2],
  ['RWA', 1],
  ['Prediction Market', 1],
  ['NFT Marketplace', 1],
  ['Insurance', 1],
  ['Launchpad', 1],
  ['Restaking', 1],
  ['CEX', 1],
]

/** The first ones are common; upstream's old spellings are among them. The last three are out of scope. */
const CHAINS =
  'Ethereum Binance Arbitrum Polygon Optimism Base Avalanche Fantom Solana Cronos xDai Blast Aurora Tron Osmosis Cardano'.split(
    ' ',
  )

const DAY_SECONDS = 86_400

export interface GeneratedRecording {
  rows: number
  /** The day that it speaks for, YYYY-MM-DD. */
  asOf: string
  seed?: number
}

/**
 * Writes a recording of invented protocols into `dir`, in the layout of `npm run record` and without histories.
 * The same numbers give the same bytes.
 */
export function generateRecording(dir: string, { rows, asOf, seed = 1 }: GeneratedRecording): void {
  const random = mulberry32(seed)
  const now = Date.parse(asOf) / 1000
  const write = (name: string, body: unknown) => {
    const file = path.join(dir, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(body))
  }
  const protocols = Array.from({ length: rows }, (_, index) => createRow(index + 1, now, random))
  const hacks = Array.from({ length: Math.ceil(rows / 16) }, (_, index) =>
    createHack(index, rows, now, random),
  )
  const programmes = Array.from({ length: Math.ceil(rows / 12) }, (_, index) => ({
    id: `generated-${index}`,
    project: `Generated ${index}`,
    maximum_reward: 10_000 * (1 + Math.floor(random() * 100)),
    launchDate: '2022-01-01T00:00:00.000Z',
  }))
  write('api.llama.fi/protocols.json', protocols)
  write('api.llama.fi/hacks.json', hacks)
  write(
    'api.llama.fi/v2/chains.json',
    CHAINS.map((name) => ({ name, chainId: null })),
  )
  write('immunefi/projects.json', programmes)
}

function createRow(id: number, now: number, random: () => number): Record<string, unknown> {
  const name = `Generated ${id}`
  const category = pickCategory(random)
  const count = random() < 0.75 ? 1 : 1 + Math.floor(random() * 8)
  const chains = [...new Set(Array.from({ length: count }, () => pickChain(random)))]
  const chainTvls: Record<string, number> = {}
  let tvl = 0
  for (const chain of chains) {
    const usd = 10 ** (2 + 6 * random())
    chainTvls[chain] = usd
    tvl += usd
    for (const section of ['borrowed', 'staking', 'pool2']) {
      if (random() > 0.25) continue
      chainTvls[`${chain}-${section}`] = usd * random()
      chainTvls[section] = (chainTvls[section] ?? 0) + usd * random()
    }
  }
  const audited = random() < 0.45
  return {
    id: String(id),
    slug: `generated-${id}`,
    name,
    category,
    address: `0x${id.toString(16).padStart(40, '0')}`,
    symbol: `G${id}`,
    url: `https://generated-${id}.example`,
    logo: `https://icons.example/generated-${id}.png`,
    description: `${name} is an invented protocol. It does what others in ${category} do, on ${chains.join(', ')}.`,
    chain: chains.length > 1 ? 'Multi-Chain' : chains[0],
    twitter: `generated_${id}`,
    audits: audited ? '2' : '0',
    audit_links: audited ? [`https://generated-${id}.example/audit.pdf`] : [],
    chains,
    tvl,
    chainTvls,
    change_7d: random() < 0.8 ? 40 * random() - 20 : null,
    oracles: random() < 0.2 ? ['Chainlink'] : [],
    forkedFrom: random() < 0.35 ? [`Generated ${1 + Math.floor(random() * 50)}`] : [],
    ...(random() < 0.05 ? { governanceID: [`snapshot:generated-${id}.eth`] } : {}),
    ...(random() < 0.85 ? { listedAt: Math.floor(now - random() * 1_200 * DAY_SECONDS) } : {}),
    ...(random() < 0.2 ? { parentProtocol: `parent#generated-${Math.floor(id / 3)}` } : {}),
    ...(random() < 0.1 ? { deadFrom: Math.floor(now - random() * 300 * DAY_SECONDS) } : {}),
  }
}

function createHack(
  index: number,
  rows: number,
  now: number,
  random: () => number,
): Record<string, unknown> {
  const id = 1 + Math.floor(random() * rows)
  return {
    date: Math.floor(now / DAY_SECONDS - random() * 1_000) * DAY_SECONDS,
    name: `Generated ${id} (${index})`,
    classification: 'Protocol Logic',
    technique: 'Reentrancy',
    amount: Math.round(10 ** (4 + 4 * random())),
    chain: [pickChain(random)],
    bridgeHack: false,
    targetType: 'DeFi Protocol',
    source: '',
    returnedFunds: null,
    defillamaId: id,
    language: null,
  }
}

function pickCategory(random: () => number): string {
  let place = random() * CATEGORIES.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [category, weight] of CATEGORIES) {
    place -= weight
    if (place < 0) return category
  }
  return 'Dexes'
}

function pickChain(random: () => number): string {
  return CHAINS[Math.floor(random() ** 2 * CHAINS.length)] ?? 'Ethereum'
}

/** A small generator of numbers in [0, 1) (mulberry32, public domain, Tommy Ettinger). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
