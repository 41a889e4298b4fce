import type { CatalogueEntry } from './catalogue.ts'
import type { FactName } from './protocol.ts'
import type { SignalScore } from './score.ts'

/** What a source contributes. Each role has one source. */
type SourceRole =
  | 'chains'
  | 'registry'
  | 'incidents'
  | 'bounties'
  | 'reviews'
  | 'sanctions'
  | 'adapters'
  | 'control'
  | 'records'

/** A reading that the store keeps for each protocol. */
export type ReadingName = FactName | 'tvl'

interface SourceDescription {
  role: SourceRole
  /** Full name, for reports and error messages. */
  title: string
  /** Short name, for pages. */
  label: string
  homepage: string
  /** Terms of use in short; `data/README.md` has the details. */
  terms: string
  /** Whether its terms let others republish its readings. If not, the bulk files leave them out. */
  redistributable: boolean
  /** The readings it provides. They arrive in one response, so they share one age limit. */
  readings: readonly ReadingName[]
  /** Days for which the last good readings stay in use when the source cannot be read; then they are missing (`stale`). */
  maxAgeDays: number
  /** The page where a reader can check a reading of a protocol, or null. A signal with a link of its own does not need it. */
  link: (signal: SignalScore, entry: CatalogueEntry) => string | null
}

const DEFILLAMA_TERMS =
  'free API, attribution required; republishing raw data and commercial use need consent'

const ADAPTERS_REPO = 'https://github.com/DefiLlama/DefiLlama-Adapters'

const OFAC_REPO = 'https://github.com/0xB10C/ofac-sanctioned-digital-currency-addresses'

/**
 * Everything about each source except how it is read, which `src/ingest` does. Batches are committed in this order: bounty
 * programmes and reviews need the registry first.
 */
export const SOURCES = {
  'defillama-chains': {
    role: 'chains',
    title: 'DefiLlama chains',
    label: 'DefiLlama',
    homepage: 'https://defillama.com/chains',
    terms: DEFILLAMA_TERMS,
    redistributable: false,
    readings: [],
    maxAgeDays: 30,
    link: defillamaPage,
  },
  'defillama-protocols': {
    role: 'registry',
    title: 'DefiLlama protocols',
    label: 'DefiLlama',
    homepage: 'https://defillama.com',
    terms: DEFILLAMA_TERMS,
    redistributable: false,
    readings: [
      'tvl',
      'contract',
      'auditFlag',
      'auditLinks',
      'oracles',
      'forkedFrom',
      'governance',
      'listedOn',
      'tvlChange7d',
      'hallmarks',
      'warnings',
      'ending',
      'assets',
    ],
    maxAgeDays: 3,
    link: defillamaPage,
  },
  'defillama-hacks': {
    role: 'incidents',
    title: 'DefiLlama hacks',
    label: 'DefiLlama, hacks',
    homepage: 'https://defillama.com/hacks',
    terms: DEFILLAMA_TERMS,
    redistributable: false,
    readings: [],
    maxAgeDays: 30,
    link: incidentPage,
  },
  immunefi: {
    role: 'bounties',
    title: 'Immunefi bug bounty programmes',
    label: 'Immunefi',
    homepage: 'https://immunefi.com/bug-bounty/',
    terms: 'none stated by the mirror; only the largest reward of a programme is used',
    redistributable: false,
    readings: ['bounty'],
    maxAgeDays: 30,
    link: programmePage,
  },
  defiscan: {
    role: 'reviews',
    title: 'DeFiScan',
    label: 'DeFiScan',
    homepage: 'https://www.defiscan.info',
    terms: 'MIT',
    redistributable: true,
    readings: ['reviews'],
    // A review is a dated document that stays valid for long. It is shown with its age, and expires when the source has
    // published nothing for a year.
    maxAgeDays: 365,
    // Each signal links to the review it read.
    link: () => null,
  },
  ofac: {
    role: 'sanctions',
    title: 'OFAC sanctioned digital currency addresses',
    label: 'OFAC',
    homepage: `${OFAC_REPO}/tree/lists`,
    terms: 'US government data; the extraction is MIT',
    redistributable: true,
    readings: [],
    // After this the screening result is unknown, never clear: an address may have been added since.
    maxAgeDays: 30,
    link: () => null,
  },
  'defillama-adapters': {
    role: 'adapters',
    title: 'DefiLlama adapters',
    label: 'DefiLlama, adapters',
    homepage: ADAPTERS_REPO,
    terms: 'dates and counts of commits only; no file of the repository is used',
    redistributable: true,
    readings: ['adapterChanges'],
    maxAgeDays: 30,
    link: adapterPage,
  },
  onchain: {
    role: 'control',
    title: 'Contracts, read from the chains',
    label: 'Chain',
    homepage: 'https://chainlist.org',
    terms: 'public chain state, read through public nodes',
    redistributable: true,
    readings: ['control', 'markets'],
    maxAgeDays: 14,
    // Each signal links to the contract it read.
    link: () => null,
  },
  // Of the sample alone, where it brings the readings of the chains. Each row names its own record.
  'public-records': {
    role: 'records',
    title: 'Contracts, from public records',
    label: 'Public records',
    // The largest of them.
    homepage: 'https://github.com/deficollective/defiscan',
    terms: 'single facts; each record has terms of its own',
    redistributable: true,
    readings: [],
    maxAgeDays: 14,
    link: () => null,
  },
} as const satisfies Record<string, SourceDescription>

export type SourceId = keyof typeof SOURCES

export const SOURCE_IDS = Object.keys(SOURCES) as SourceId[]

/** The description of a source by an id from outside, such as a stored one, or undefined. */
export function findSource(id: string): SourceDescription | undefined {
  const known = SOURCE_IDS.find((candidate) => candidate === id)
  return known && SOURCES[known]
}

type IdsByRole = { [Id in SourceId as (typeof SOURCES)[Id]['role']]: Id }

type IdsByReading = {
  [Id in SourceId as (typeof SOURCES)[Id]['readings'][number]]: Id
}

/** The id of the source in each role. */
export const SOURCE_OF_ROLE: { [Role in SourceRole]: IdsByRole[Role] } = Object.fromEntries(
  SOURCE_IDS.map((id) => [SOURCES[id].role, id]),
) as IdsByRole

/** The id of the source of each reading. A reading without a source, and so without an age limit, does not compile. */
export const SOURCE_OF_READING: { [Name in ReadingName]: IdsByReading[Name] } = Object.fromEntries(
  SOURCE_IDS.flatMap((id) => SOURCES[id].readings.map((name) => [name, id])),
) as IdsByReading

/**
 * Readings from the page of a single protocol, which is read far less often than the list of protocols: days for which each
 * stays in use, counted from its own day.
 */
export const PAGE_READINGS = { assets: { maxAgeDays: 60 } } as const satisfies Partial<
  Record<ReadingName, { maxAgeDays: number }>
>

/** Source name of values from the tables of the methodology. */
export const METHODOLOGY_SOURCE = 'methodology'

/**
 * Public records of contracts whose licence allows republishing (MIT, or as permissive), by their short name in a reading;
 * `data/seed/SOURCES.md` has the licences.
 */
const OPEN_RECORDS = [
  'aave-permissions-book',
  'authority-risk-oracle',
  'defi-disco',
  'defiscan',
  'l2beat',
  'lido-state-mate',
]

/** The public list of proofs of concept whose licence (Apache-2.0) allows republishing what it lists: where its files are. */
export const OPEN_INCIDENTS = {
  id: 'defihacklabs',
  link: 'https://github.com/SunWeb3Sec/DeFiHackLabs/',
} as const

/** Whether a reading may be republished, by its source or record. One without known terms may not. */
export function isRedistributable(source: string): boolean {
  if (source === METHODOLOGY_SOURCE || OPEN_RECORDS.includes(source)) return true
  return findSource(source)?.redistributable === true
}

/** Days for which the last good readings of each source stay in use. */
export type AgeLimits = Readonly<Record<SourceId, number>>

export const AGE_LIMITS: AgeLimits = limitsBy((id) => SOURCES[id].maxAgeDays)

const CENTURY_DAYS = 36_500

/** Limits for the sample, which does not expire: each of its facts has its own day. */
const SAMPLE_AGE_LIMITS: AgeLimits = limitsBy(() => CENTURY_DAYS)

/** The age limits of readings of an origin. */
export function ageLimitsOf(origin: string): AgeLimits {
  return origin === 'seed' ? SAMPLE_AGE_LIMITS : AGE_LIMITS
}

function limitsBy(daysOf: (id: SourceId) => number): AgeLimits {
  return Object.fromEntries(SOURCE_IDS.map((id) => [id, daysOf(id)])) as Record<SourceId, number>
}

/** An inherited reading is shown on the page of the family. */
function defillamaPage({ inherited }: SignalScore, { record }: CatalogueEntry): string {
  const slug = (inherited && record.parentSlug) || record.slug
  return `https://defillama.com/protocol/${encodeURIComponent(slug)}`
}

/** The write-up of the only incident, else the list of all incidents. */
function incidentPage(_: SignalScore, { incidents }: CatalogueEntry): string {
  const [incident, ...others] = incidents
  return (others.length === 0 && incident?.pocUrl) || 'https://defillama.com/hacks'
}

/** A protocol without a programme has a bounty with an empty URL. */
function programmePage(_: SignalScore, { record }: CatalogueEntry): string | null {
  const { bounty } = record.facts
  return (bounty?.known && bounty.value.url) || null
}

/** The public history of the adapter. */
function adapterPage(_: SignalScore, { record }: CatalogueEntry): string {
  const { adapterChanges } = record.facts
  return adapterChanges?.known
    ? `${ADAPTERS_REPO}/commits/main/projects/${encodeURIComponent(adapterChanges.value.module)}`
    : ADAPTERS_REPO
}
