import { count, noRowCounts, type RowCounts } from '../domain/batch.ts'
import type { ContractControl } from '../domain/control.ts'
import { withDisagreements } from '../domain/node-answers.ts'
import { allPaths } from './doubt.ts'
import { grouped, type OfProtocol } from './keys.ts'
import type { RunOutcome } from './outcome.ts'

/**
 * The contracts of each protocol as read, or as last confirmed where an answer is missing or no two nodes agree, with what they say now.
 * Without an earlier reading, such a one is better than none: it says itself what is missing.
 */
export function controlsByProtocol(
  { contracts, outcomes, last }: Pick<RunOutcome, 'contracts' | 'outcomes' | 'last'>,
  isUsable: (control: ContractControl) => boolean,
): { rows: OfProtocol<ContractControl>[]; rowCounts: RowCounts } {
  const before = indexed(last.control.flatMap(({ value }) => value).filter(isUsable))
  const read = outcomes.flatMap((outcome) => ('failed' in outcome ? [] : [outcome]))
  const now = indexed(read.flatMap(({ controls }) => controls))
  const partial = new Set(
    read.flatMap(({ chain, partial: lost }) =>
      [...lost].map((address) => placeOf({ chain, address })),
    ),
  )
  const rowCounts = { ...noRowCounts(), rows: contracts.length }
  const found = contracts.flatMap((row) => {
    const place = placeOf(row)
    const fresh = now.get(place)
    const isFailed = !fresh || partial.has(place)
    if (isFailed) count(rowCounts.refused, 'node-failed')
    else rowCounts.accepted += 1
    const last = before.get(place)
    const control =
      fresh && isFailed && last && isConfirmed(last)
        ? withDisagreements(last, fresh.disagreements ?? [])
        : fresh
    const item = control ?? last
    return item ? [{ key: row.protocol, item: { ...item, name: row.name, role: row.role } }] : []
  })
  return { rows: grouped(found), rowCounts }
}

/** Readings of earlier versions say of each path whether one node alone gave it. */
function isConfirmed(control: ContractControl): boolean {
  return !control.unconfirmed && allPaths(control).every(({ proof }) => proof !== 'unconfirmed')
}

function indexed(controls: readonly ContractControl[]): Map<string, ContractControl> {
  return new Map(controls.map((control) => [placeOf(control), control]))
}

function placeOf({ chain, address }: { chain: string; address: string }): string {
  return `${chain} ${address}`
}
