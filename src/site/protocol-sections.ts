import words from '../content/words.json' with { type: 'json' }
import type { Dependencies } from '../contract/dependencies.ts'
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { inactiveWord } from '../domain/status.ts'
import { type Gap, gapsOf } from './explanation.ts'
import { type Ledger, missingSentence } from './ledger.ts'

/** Anchors of the sections of a protocol's page; the file has them in their order, with their names in the menu. */
export type SectionId = keyof typeof words.protocolSection

/** What the sections of a page are made of. */
export interface SectionFacts {
  detail: ProtocolDetail
  ledger: Ledger | null
  dependencies: Dependencies | null
}

/** A reading or a fact that is not known. `risk` is null of a fact that counts in no score. */
export type Unknown = Pick<Gap, 'name' | 'adds' | 'why'> & { risk: number | null }

/** Sections that a page has only with something to show; the others are on every page. */
const NEEDED: Partial<Record<SectionId, (facts: SectionFacts) => boolean>> = {
  why: ({ ledger }) => ledger !== null,
  control: ({ detail }) => detail.control !== null,
  missing: (facts) => unknownOf(facts).length > 0,
  moves: ({ detail: { composite, scoreMetadata, status } }) =>
    composite !== null && scoreMetadata !== null && inactiveWord(status) === null,
  chains: ({ detail }) => detail.chainTvls.length > 0,
  'stands-on': ({ dependencies }) =>
    dependencies !== null && (dependencies.edges.length > 0 || dependencies.dependentCount > 0),
  markets: ({ detail }) => detail.markets !== null,
  holds: ({ detail: { assets, hallmarks } }) => Boolean(assets) || (hallmarks ?? []).length > 0,
  similar: ({ detail }) => detail.similar.length > 0,
}

/** The sections that a page has, in their order. */
export function sectionsOf(facts: SectionFacts): { id: SectionId; name: string }[] {
  return Object.entries(words.protocolSection)
    .map(([id, name]) => ({ id: id as SectionId, name }))
    .filter(({ id }) => NEEDED[id]?.(facts) ?? true)
}

/**
 * What is not known: the readings that count at a prior, the one that adds most first, and then the facts whose section the page leaves
 * out. The state of its markets is asked of every protocol that lends.
 */
export function unknownOf({ detail, ledger }: Omit<SectionFacts, 'dependencies'>): Unknown[] {
  const { control, controlMissing, markets, marketsMissing, category } = detail
  const fact = (name: string, reason: ProtocolDetail['controlMissing']): Unknown => ({
    name,
    risk: null,
    adds: null,
    why: reason ? missingSentence(reason, SOURCE_OF_ROLE.control) : 'Why is not on record.',
  })
  return [
    ...(ledger ? gapsOf(ledger) : []),
    ...(control === null ? [fact('Who can change it', controlMissing)] : []),
    ...(markets === null && /lending/i.test(category ?? '')
      ? [fact('State of its markets', marketsMissing)]
      : []),
  ]
}
