import type { Chain } from '../domain/chain.ts'
import type { ContractControl, ControlPath } from '../domain/control.ts'
import { dayNumber } from '../domain/day.ts'
import type { Incident, Review, TvlPoint } from '../domain/protocol.ts'
import { type Known, known } from '../domain/reading.ts'
import type { DailyTotals, ProtocolRecord, Universe } from '../domain/record.ts'
import type { Score } from '../domain/score.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { scoreUniverse } from '../score/score.ts'

/** An invented protocol, what it shows, and its score by the production functions. */
export interface WorkedExample {
  name: string
  category: string
  story: string
  score: Score
}

const DAY = '2026-06-30'
const HISTORY_DAYS = 400

const CHAINS: Chain[] = [
  { name: 'Ethereum', kind: 'evm', chainId: 1, security: 'l1' },
  { name: 'Arbitrum', kind: 'evm', chainId: 42161, security: 'rollup' },
  { name: 'Polygon', kind: 'evm', chainId: 137, security: 'sidechain' },
]

/** Four invented protocols in a world of their own, scored by the code that scores all others. */
export function workedExamples(): WorkedExample[] {
  const universe = exampleUniverse()
  const scores = scoreUniverse(universe)
  return universe.records.flatMap((record, index) => {
    const score = scores[index]
    const story = STORIES[record.id]
    if (!score || story === undefined) return []
    return [{ name: record.name, category: record.category ?? '', story, score }]
  })
}

const STORIES: Record<string, string> = {
  '1': 'A large lending market with complete data: two chains, three audit reports, a bounty, a published review, contracts read from the chain, a year of TVL. Nothing is missing, so there is no range.',
  '2': 'An exchange with little data. It lends nothing and reads no prices, so two dimensions do not apply and their weight is shared among the other four. Missing readings count at their priors and open a range.',
  '3': 'A copy of a lending market that lost one hundredth of its value eight months ago. A recent loss in copied code triggers floors: they raise two dimensions, and the credit and oracle dimensions cannot be below the rest.',
  '4': 'A protocol in a category that is not in our table, with no data but its name. It gets no score, and the page says why.',
}

/** The input of the examples. */
export function exampleUniverse(): Universe {
  const records = [lender(), exchange(), copy(), stranger()]
  return {
    asOf: DAY,
    records,
    incidents: known([loss()], DAY, SOURCE_OF_ROLE.incidents),
    registry: records.map(({ id, name, slug, parentId }) => ({ id, name, slug, parentId })),
    chains: CHAINS,
  }
}

function lender(): ProtocolRecord {
  const reports = ['a', 'b', 'c'].map((name) => `https://audits.example/${name}`)
  return {
    ...aRecord('1', 'Petrel Lend', 'Lending', [
      { chain: 'Ethereum', section: 'tvl', usd: 400e6 },
      { chain: 'Arbitrum', section: 'tvl', usd: 100e6 },
      { chain: 'Ethereum', section: 'borrowed', usd: 350e6 },
      { chain: 'Ethereum', section: 'staking', usd: 20e6 },
    ]),
    facts: {
      contract: fact('0x0000000000000000000000000000000000000001'),
      auditLinks: fact(reports),
      auditFlag: fact('audited'),
      governance: fact(['eip155:1:petrel']),
      listedOn: fact('2023-06-15'),
      tvlChange7d: fact(-0.04),
      oracles: fact([
        { name: 'Feed One', type: 'Primary', proof: [] },
        { name: 'Feed Two', type: 'Secondary', proof: [] },
      ]),
      bounty: known(
        { maxUsd: 1e6, programme: 'petrel', url: 'https://bounty.example/petrel' },
        DAY,
        SOURCE_OF_ROLE.bounties,
      ),
      reviews: known([review()], DAY, SOURCE_OF_ROLE.reviews),
      control: known([market()], DAY, SOURCE_OF_ROLE.control),
      adapterChanges: known(
        { module: 'petrel', lastChangedOn: '2026-05-01', authors: 1 },
        DAY,
        SOURCE_OF_ROLE.adapters,
      ),
    },
    history: waves(500e6, 0.08),
    audits: [
      { auditor: 'Auditor A', auditedOn: '2026-01-20', reportUrl: reports[0] ?? '' },
      { auditor: 'Auditor B', auditedOn: '2023-06-20', reportUrl: reports[1] ?? '' },
      { auditor: 'Auditor B', auditedOn: '2023-06-20', reportUrl: reports[2] ?? '' },
    ],
  }
}

/** A contract that a vote changes after two days, and that a multisig can pause at once. */
function market(): ContractControl {
  const path: ControlPath = {
    actor: 'governor',
    address: '0x0000000000000000000000000000000000000011',
    threshold: null,
    signers: null,
    delaySeconds: 172_800,
    voteSeconds: 259_200,
    via: ['0x0000000000000000000000000000000000000012'],
    proof: 'read',
    note: null,
  }
  const guardian: ControlPath = {
    ...path,
    actor: 'safe',
    address: '0x0000000000000000000000000000000000000013',
    threshold: 4,
    signers: 7,
    delaySeconds: 0,
    voteSeconds: 0,
    via: [],
  }
  return {
    chain: 'Ethereum',
    address: '0x0000000000000000000000000000000000000001',
    name: 'Market',
    role: 'funds',
    proxy: 'eip1967',
    codeChange: { known: true, paths: [path], complete: true },
    powers: [],
    pause: { paths: [guardian], complete: true, pausedNow: false },
    day: DAY,
    block: 23_000_000,
    source: SOURCE_OF_ROLE.control,
    link: 'https://etherscan.io/address/0x0000000000000000000000000000000000000001',
    tvlUsd: null,
  }
}

function exchange(): ProtocolRecord {
  return {
    ...aRecord('2', 'Turnstone Swap', 'Dexs', [{ chain: 'Polygon', section: 'tvl', usd: 3e6 }]),
    facts: {
      contract: fact('0x0000000000000000000000000000000000000002'),
      auditFlag: fact('none'),
      listedOn: fact('2025-09-01'),
      bounty: known({ maxUsd: 0, programme: '', url: '' }, DAY, SOURCE_OF_ROLE.bounties),
    },
  }
}

function copy(): ProtocolRecord {
  return {
    ...aRecord('3', 'Sanderling Lend', 'Lending', [
      { chain: 'Arbitrum', section: 'tvl', usd: 20e6 },
      { chain: 'Arbitrum', section: 'borrowed', usd: 15e6 },
    ]),
    facts: {
      contract: fact('0x0000000000000000000000000000000000000003'),
      auditFlag: fact('fork-of-audited'),
      forkedFrom: fact(['Petrel Lend']),
      listedOn: fact('2024-11-10'),
      tvlChange7d: fact(-0.12),
      oracles: fact([{ name: 'Feed One', type: 'Primary', proof: [] }]),
    },
    history: waves(20e6, 0.2),
  }
}

function stranger(): ProtocolRecord {
  return aRecord('4', 'Whimbrel', 'Time travel', [])
}

function aRecord(id: string, name: string, category: string, tvl: TvlPoint[]): ProtocolRecord {
  return {
    id,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    name,
    category,
    chains: [...new Set(tvl.map(({ chain }) => chain))],
    symbol: null,
    url: null,
    twitter: null,
    logoUrl: null,
    description: null,
    parentId: null,
    parentSlug: null,
    facts: {},
    tvl:
      tvl.length > 0
        ? fact(tvl)
        : { known: false, reason: 'not-covered', source: SOURCE_OF_ROLE.registry },
    history: { days: [], usd: [] },
    trackedSince: null,
    audits: [],
  }
}

function review(): Review {
  return {
    chain: 'Ethereum',
    stage: 1,
    upgradeability: 'M',
    autonomy: 'L',
    exitWindow: 'M',
    accessibility: 'L',
    multisigs: [{ threshold: 4, signers: 7, outsiders: true, publicSigners: true }],
    reviewedOn: '2026-03-10',
    url: 'https://reviews.example/petrel',
  }
}

function loss(): Incident {
  return {
    id: 'example',
    protocolId: '3',
    parentId: null,
    name: 'Sanderling Lend',
    day: '2025-10-12',
    lossUsd: 210_000,
    returnedUsd: null,
    tvlBeforeUsd: 21_000_000,
    tvlBeforeDay: '2025-10-10',
    chain: 'Arbitrum',
    cause: null,
    technique: null,
    pocUrl: null,
    source: SOURCE_OF_ROLE.incidents,
    matchMethod: 'upstream-id',
  }
}

/** A slow wave around a level, one value a day up to the day of the examples. */
function waves(level: number, swing: number): DailyTotals {
  const first = dayNumber(DAY) - HISTORY_DAYS + 1
  return {
    days: Array.from({ length: HISTORY_DAYS }, (_, index) => first + index),
    usd: Array.from({ length: HISTORY_DAYS }, (_, index) =>
      Math.round(level * (1 + swing * Math.sin(index / 9))),
    ),
  }
}

function fact<T>(value: T): Known<T> {
  return known(value, DAY, SOURCE_OF_ROLE.registry)
}
