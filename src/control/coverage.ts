import { UNDATED } from '../domain/day.ts'
import { missing } from '../domain/reading.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { PROTOCOLS } from '../wallet/model/protocols.ts'
import { listContracts } from './contract-table.ts'
import { isOfSlug, keyText } from './keys.ts'

const FACTS = ['control', 'markets'] as const
/** Why a reading is missing that was asked for, or will be. */
const OF_SOURCE: readonly string[] = ['upstream-failed', 'stale', 'not-read-yet']

/**
 * The records with facts of the chains as `not-covered` where our tables have no contracts of a protocol: no node is ever asked about
 * it, whatever becomes of the nodes.
 */
export function markUncovered(records: readonly ProtocolRecord[]): ProtocolRecord[] {
  const keys = new Set(listContracts().map(({ key }) => keyText(key)))
  const slugs = Object.keys(PROTOCOLS)
  const isCovered = ({ id, slug }: ProtocolRecord) =>
    keys.has(keyText({ id })) ||
    keys.has(keyText({ slug, day: UNDATED })) ||
    slugs.some((own) => isOfSlug({ id, slug }, own))
  return records.map((record) => {
    const facts = { ...record.facts }
    const lost = FACTS.filter((name) => {
      const fact = facts[name]
      return fact && !fact.known && OF_SOURCE.includes(fact.reason)
    })
    if (lost.length === 0 || isCovered(record)) return record
    for (const name of lost) facts[name] = missing('not-covered', SOURCE_OF_ROLE.control)
    return { ...record, facts }
  })
}
