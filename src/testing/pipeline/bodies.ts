import { gitBlobId } from '../../contract/hash.ts'
import { PROGRAMME_OWNERS } from '../../ingest/immunefi/programme-owners.ts'

/** What a small invented upstream answers, by host and path. */
export interface Bodies {
  defillama: Record<string, string>
  hacks: Record<string, string>
  immunefi: Record<string, string>
  githubApi: Record<string, string>
  githubRaw: Record<string, string>
}

export interface Row {
  id: string
  slug: string
  name: string
  [field: string]: unknown
}

/** A programme of the reviewed table and the protocol that it covers, so that a bounty can be tied. */
const [PROGRAMME, [COVERED = '1'] = []] = [...PROGRAMME_OWNERS][0] ?? ['none', []]

/** Id of the one protocol with a bounty; the others count from 900001. */
export const BOUNTY_ID = COVERED

export const DAY = '2024-03-10'
export const NEXT_DAY = '2024-03-11'

/** Invented protocols that can all be scored; the first has a bounty, the second a review, the third an incident. */
export function rows(count: number): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index === 0 ? BOUNTY_ID : String(900_000 + index),
    slug: `harbour-${index}`,
    name: `Harbour ${index}`,
    category: index % 2 === 0 ? 'Lending' : 'Dexes',
    address: `0x${String(index).padStart(40, '0')}`,
    chains: ['Ethereum', 'Base'],
    tvl: 3_000_000 - index * 1_000,
    chainTvls: { Ethereum: 2_000_000 - index * 1_000, Base: 1_000_000, 'Ethereum-staking': 50 },
    change_7d: -1.5,
    audits: '2',
    audit_links: [`https://audits.example/${index}`],
    oracles: ['Chainlink'],
    listedAt: 1_600_000_000,
  }))
}

/** The past of one protocol: `days` days up to and including the day, around its TVL. */
export function history(row: Row, days: number, until = DAY): string {
  const last = Date.parse(`${until}T00:00:00Z`) / 1000
  const points = Array.from({ length: days }, (_, index) => ({
    date: last - (days - 1 - index) * 86_400,
    totalLiquidityUSD: 1_000_000 + index,
  }))
  return JSON.stringify({
    name: row.name,
    chains: ['Ethereum', 'Base'],
    chainTvls: { Ethereum: { tvl: points }, Base: { tvl: points } },
  })
}

/** Every answer of an upstream with these protocols. */
export function bodies(protocols: Row[], historyDays = 120): Bodies {
  const review = `---\nchain: "Ethereum"\nstage: 1\nrisks: ["L", "L", "M", "L", "L"]\npublish_date: "2024-01-05"\n---\nInvented.\n`
  const data = JSON.stringify({ defillama_slug: ['harbour-1'] })
  const addresses = JSON.stringify(['0x00000000000000000000000000000000000000aa', 'bc1invented'])
  const folder = 'src/content/protocols/harbour'
  return {
    defillama: {
      '/protocols': JSON.stringify(protocols),
      '/v2/chains': JSON.stringify([
        { name: 'Ethereum', chainId: 1 },
        { name: 'Base', chainId: 8453 },
        { name: 'Solana', chainId: null },
      ]),
      ...Object.fromEntries(
        protocols.map((row) => [`/protocol/${row.slug}`, history(row, historyDays)]),
      ),
    },
    hacks: { '/hacks': JSON.stringify(incidents()) },
    immunefi: {
      '/projects.json': JSON.stringify([
        {
          id: PROGRAMME,
          project: 'Harbour',
          maximum_reward: 50_000,
          launchDate: '2023-01-01T00:00:00.000Z',
          updatedDate: `${DAY}T00:00:00.000Z`,
        },
      ]),
    },
    githubApi: {
      '/repos/deficollective/defiscan/commits': commits(DAY),
      '/repos/0xB10C/ofac-sanctioned-digital-currency-addresses/commits': commits(DAY),
      '/repos/deficollective/defiscan/git/trees/main': tree([
        [`${folder}/data.json`, data],
        [`${folder}/ethereum.md`, review],
      ]),
      '/repos/0xB10C/ofac-sanctioned-digital-currency-addresses/git/trees/lists': tree([
        ['sanctioned_addresses_ETH.json', addresses],
      ]),
    },
    githubRaw: {
      [`/deficollective/defiscan/main/${folder}/data.json`]: data,
      [`/deficollective/defiscan/main/${folder}/ethereum.md`]: review,
      '/0xB10C/ofac-sanctioned-digital-currency-addresses/lists/sanctioned_addresses_ETH.json':
        addresses,
    },
  }
}

/** Ten incidents; only the first is tied to a protocol. */
export function incidents(): Record<string, unknown>[] {
  return Array.from({ length: 10 }, (_, index) => ({
    name: `Leak ${index}`,
    date: 1_690_000_000 + index * 86_400,
    classification: 'Protocol Logic',
    technique: 'Invented',
    amount: 1_000_000,
    chain: ['Ethereum'],
    targetType: 'DeFi Protocol',
    defillamaId: index === 0 ? 900_002 : null,
  }))
}

/** The answer of GitHub for the newest commit of a path. */
export function commits(day: string): string {
  return JSON.stringify([
    { sha: 'c'.repeat(40), commit: { committer: { date: `${day}T04:18:50Z` } } },
  ])
}

export function tree(files: [path: string, body: string][]): string {
  const entries = files.map(([path, body]) => ({ path, type: 'blob', sha: gitBlobId(body, 40) }))
  return JSON.stringify({ truncated: false, tree: entries })
}
