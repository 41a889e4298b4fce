import type { BulkManifest } from '../contract/bulk.ts'
import { SOURCE_IDS, SOURCES, type SourceId } from '../domain/sources.ts'

/** What the tables lack of each source that may not be republished. */
const MISSING: Partial<Record<SourceId, string>> = {
  'defillama-chains': 'The list of chains.',
  'defillama-protocols':
    'TVL, also of past days (`tvl_usd` in `history` is null), and its parts and changes, audit links and auditors, oracles, forks, governance, what the value consists of by token (shares by issuer are ours), websites, logos and descriptions; values and reasons of the signals that read them. Identifiers, names, categories and names of chains are kept, since they say which protocol a score is of.',
  'defillama-hacks':
    'Losses with their days, amounts and causes; values and reasons of the signals and floors that read them. `incidents` has the days of those that an open record has too (DeFiHackLabs, Apache-2.0).',
  immunefi:
    'Bounty programmes and their rewards; value, reason and link of the signal that reads them.',
}

/** Readings beside those of `SOURCES`: the list of audits, which is that of the registry, and programmes of the bundled sample. */
const OTHERS: BulkManifest['sources'] = [
  {
    id: 'audit-reports',
    title: 'Audit reports',
    terms: 'each report has terms of its own; the list of them is that of DefiLlama',
    redistributable: false,
    leftOut: 'Reports, auditors and their days; value and reason of the signal that reads them.',
    homepage: 'https://defillama.com',
  },
  {
    id: 'cantina',
    title: 'Bounty programmes at Cantina',
    terms: 'none stated; only the size of the largest reward is used',
    redistributable: false,
    leftOut: 'Programmes and their rewards; value, reason and link of the signal that reads them.',
    homepage: 'https://cantina.xyz',
  },
]

/** Every source with its terms, and what the tables lack of it. `hidden`: facts left out, by record without known terms. */
export function describeSources(hidden: ReadonlyMap<string, number>): BulkManifest['sources'] {
  const own = SOURCE_IDS.map((id) => {
    const { title, terms, redistributable, homepage } = SOURCES[id]
    const leftOut = redistributable ? null : (MISSING[id] ?? 'All of its readings.')
    return { id, title, terms, redistributable, leftOut, homepage }
  })
  const records = [...hidden].sort().map(([id, rows]) => ({
    id,
    title: `Public record ${id}`,
    terms: 'none stated, or not permissive',
    redistributable: false,
    leftOut: `${rows} ${rows === 1 ? 'fact' : 'facts'} of who controls contracts or of markets.`,
    homepage: SOURCES.onchain.homepage,
  }))
  return [...own, ...OTHERS, ...records]
}
