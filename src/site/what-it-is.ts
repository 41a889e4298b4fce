import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { counted } from '../domain/format.ts'
import { day } from './figures.ts'

/** Chains that a sentence names; the others are counted. */
const NAMED_CHAINS = 3

type Facts = Pick<ProtocolDetail, 'description' | 'category' | 'chains' | 'listedAt' | 'parentSlug'>

/** What a protocol is, in a sentence: its description, or one made of the facts of the registry. Never empty. */
export function whatItIs(facts: Facts): string {
  const words = facts.description?.trim()
  if (words) return words
  const kind =
    facts.category === null
      ? 'A protocol without a category'
      : `A protocol of the category ${facts.category}`
  const parts = [
    facts.chains.length === 0 ? '' : ` on ${formatChains(facts.chains)}`,
    facts.listedAt === null ? '' : `, listed by DefiLlama since ${day(facts.listedAt)}`,
    facts.parentSlug === null ? '' : `, one of the protocols of ${facts.parentSlug}`,
  ]
  return `${kind}${parts.join('')}.`
}

function formatChains(chains: readonly string[]): string {
  const rest = chains.length - NAMED_CHAINS
  if (rest > 0) {
    return `${chains.slice(0, NAMED_CHAINS).join(', ')} and ${counted(rest, 'more chain')}`
  }
  return [chains.slice(0, -1).join(', '), chains.at(-1)].filter(Boolean).join(' and ')
}
