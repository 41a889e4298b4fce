import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { findSource, isRedistributable, METHODOLOGY_SOURCE } from '../domain/sources.ts'
import { type BulkCell, type BulkTable, columnsOf, portable, snakeCase } from './table.ts'

type Dimension = NonNullable<ProtocolDetail['scoreMetadata']>['dimensions']['credit']
type Signal = Dimension['signals'][number]
type Floor = NonNullable<Dimension['floor']>

/** Source of losses, whose days and figures the reasons of floors name. */
const LOSSES = 'defillama-hacks'

/** The only floor that is about the methodology, not about a loss. */
const OWN_FLOOR = 'exposure'

/** One row for each signal and floor of each protocol. The contributions of a scored protocol add up to its composite. */
export function signalTable(details: Iterable<ProtocolDetail>): BulkTable {
  const rows: BulkCell[][] = []
  for (const { id, scoreMetadata } of details) {
    if (!scoreMetadata) continue
    for (const key of DIMENSIONS) {
      const dimension = scoreMetadata.dimensions[key]
      const isScored = dimension.status === 'scored'
      const head = [portable(id), snakeCase(key)]
      for (const signal of dimension.signals) rows.push([...head, ...signalCells(signal, isScored)])
      if (dimension.floor) rows.push([...head, ...floorCells(dimension.floor, isScored)])
    }
  }
  const about = 'One row for each signal, and each floor that applies, of each protocol.'
  return { name: 'signals', about, columns: columnsOf('signals'), rows }
}

function signalCells(signal: Signal, isScored: boolean): BulkCell[] {
  const isOpen = isRedistributable(signal.source)
  // The sentence of a missing signal has the question and the prior, and nothing of the source.
  const reason = isOpen || signal.basis === 'missing' ? withoutTvl(signal.reason) : null
  return [
    'signal',
    signal.id,
    signal.basis,
    isOpen ? signal.value : null,
    signal.risk,
    signal.weight,
    isScored ? signal.contribution : null,
    signal.missing,
    signal.inherited,
    !isOpen && signal.basis !== 'missing',
    reason,
    signal.source,
    signal.asOf,
    linkOf(signal, isOpen),
  ]
}

function floorCells(floor: Floor, isScored: boolean): BulkCell[] {
  const source = floor.id === OWN_FLOOR ? METHODOLOGY_SOURCE : LOSSES
  const isOpen = isRedistributable(source)
  const contribution = isScored ? floor.contribution : null
  const reason = isOpen ? portable(floor.reason) : null
  return [
    'floor',
    floor.id,
    null,
    null,
    floor.risk,
    null,
    contribution,
    null,
    null,
    !isOpen,
    reason,
    source,
    null,
    null,
  ]
}

/** What our reading of the chains says of the share of TVL that it covers is a figure of DefiLlama. */
function withoutTvl(reason: string): string | null {
  const sentences = portable(reason).split(/(?<=\.) (?=[A-Z])/)
  return (
    sentences.filter((sentence) => !(sentence.includes('TVL') && /\d/.test(sentence))).join(' ') ||
    null
  )
}

/** The page of a protocol at DefiLlama is made from its slug. Other links of withheld readings are readings themselves. */
function linkOf({ link, source }: Signal, isOpen: boolean): string | null {
  if (isOpen || link?.startsWith('https://defillama.com/protocol/')) return link && portable(link)
  return findSource(source)?.homepage ?? null
}
