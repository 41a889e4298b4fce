import type { ContractControl } from '../domain/control.ts'
import type { Market } from '../domain/market.ts'
import {
  type Disagreement,
  MAX_DISAGREEMENTS,
  MAX_NODES,
  type NodeAnswers,
} from '../domain/node-answers.ts'
import { controlAnswers, type FactTexts, marketAnswers } from './answer-texts.ts'
import { withOwners } from './feed-owners.ts'
import type { ChainFacts } from './outcome.ts'
import type { Quorum } from './reader/votes.ts'

/** What one node says of each contract and market. */
interface View {
  node: string
  textsOf: (one: ContractControl | Market) => FactTexts
  /** All of it, as text. */
  wholeOf: (one: ContractControl | Market) => string | undefined
}

/**
 * Reads the facts that two nodes give alike. Where nodes disagree, or one alone answers, the same is read again from what it would be by
 * the first answer, and by the answers of each node that differs, which shows what depends on them: it says so, and counts as partial.
 * Costs no request while all nodes agree.
 */
export async function withNodeAnswers<Reader>(
  reader: Quorum<Reader>,
  read: (reader: Reader) => Promise<ChainFacts>,
  nameOf: (url: string) => string,
): Promise<ChainFacts> {
  const facts = await read(reader)
  const { isDoubtful, voters, dissenters } = reader.doubts()
  if (!isDoubtful && dissenters.size === 0) return facts
  const agreed = viewOf('', facts)
  const likeliest = isDoubtful ? viewOf('', await read(reader.lenient())) : agreed
  const views: View[] = []
  for (const url of voters) {
    const differs = dissenters.has(url)
    const own = differs ? viewOf('', await read(reader.as(url))) : agreed
    views.push({ ...own, node: nameOf(url) })
  }
  const answersOn = (one: ContractControl | Market): NodeAnswers => {
    const isOpen = agreed.wholeOf(one) !== likeliest.wholeOf(one)
    const disagreements = disagreementsOn(one, isOpen ? views.filter(isOwn) : views)
    const shown = disagreements.length > 0 ? { disagreements } : {}
    if (!isOpen) return shown
    return { unconfirmed: disagreements.length > 0 ? 'disagreement' : 'one-node', ...shown }
  }
  // Where nothing is agreed, only a node that answered otherwise has a view of its own.
  const isOwn = ({ textsOf }: View) => textsOf !== agreed.textsOf
  const controls = facts.controls.map((control) => ({ ...control, ...answersOn(control) }))
  const open = controls.filter(({ unconfirmed }) => unconfirmed)
  return {
    ...facts,
    controls,
    partial: new Set([...facts.partial, ...open.map(({ address }) => address)]),
    markets: new Map(
      [...facts.markets].map(([protocol, markets]) => [
        protocol,
        markets.map((market) => ({ ...market, ...answersOn(market) })),
      ]),
    ),
  }
}

function viewOf(node: string, { controls, markets, owners }: ChainFacts): View {
  const all = [...controls, ...withOwners([...markets.values()].flat(), owners)]
  const byPlace = new Map(all.map((one) => [placeOf(one), one]))
  const wholes = new Map(all.map((one) => [placeOf(one), JSON.stringify(one)]))
  return {
    node,
    wholeOf: (one) => wholes.get(placeOf(one)),
    textsOf: (one) => {
      const own = byPlace.get(placeOf(one))
      if (own === undefined) return {}
      return 'asset' in own ? marketAnswers(own) : controlAnswers(own)
    },
  }
}

function disagreementsOn(one: ContractControl | Market, views: readonly View[]): Disagreement[] {
  const texts = views.map(({ textsOf }) => textsOf(one))
  const facts = [...new Set(texts.flatMap((each) => Object.keys(each)))]
  return facts
    .map((fact) => ({
      fact,
      answers: views
        .slice(0, MAX_NODES)
        .map(({ node }, at) => ({ node, answer: texts[at]?.[fact] ?? 'no answer' })),
    }))
    .filter(({ answers }) => new Set(answers.map(({ answer }) => answer)).size > 1)
    .slice(0, MAX_DISAGREEMENTS)
}

function placeOf(one: ContractControl | Market): string {
  return 'asset' in one
    ? ['market', one.address, one.assetAddress, one.name].join(' ')
    : `contract ${one.address}`
}
