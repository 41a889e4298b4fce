import type * as z from 'zod'
import type { sanctionList } from '../../contract/documents.ts'
import { type Day, daysBetween, UNDATED } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE, SOURCES } from '../../domain/sources.ts'

const SOURCE = SOURCE_OF_ROLE.sanctions

/** Past this the list clears nobody: an address may have been listed since. */
export const LIST_MAX_AGE_DAYS = SOURCES[SOURCE].maxAgeDays

const EVM = /^0x[0-9a-f]{40}$/i

/** The published list, made ready to be searched. */
export interface SanctionIndex {
  source: string
  asOf: Day | null
  /** In lower case: an account is the same on every EVM chain and under every asset. */
  evm: ReadonlySet<string>
  /** Everything else, exactly as it is written: in base58 the case carries meaning. */
  others: ReadonlySet<string>
}

/** The list of `sanctions.json`, with the addresses of all assets as one. Pure. */
export function indexSanctions(list: z.infer<typeof sanctionList>): SanctionIndex {
  const evm = new Set<string>()
  const others = new Set<string>()
  for (const address of Object.values(list.byAsset).flat()) {
    if (EVM.test(address)) evm.add(address.toLowerCase())
    else others.add(address)
  }
  return { source: list.source, asOf: list.asOf, evm, others }
}

/**
 * Whether the list names an address, in any case for EVM and exactly for others. A list past its limit still names whom it
 * names, but that it names somebody not says nothing: `missing('stale')`; so does one that bears no day. Without a list:
 * `upstream-failed`. From the future: `refused`.
 */
export function screenByList(
  list: SanctionIndex | null,
  owner: string,
  today: Day,
): Reading<boolean> {
  if (!list || list.evm.size + list.others.size === 0) {
    return missing('upstream-failed', list?.source ?? SOURCE)
  }
  const isListed = EVM.test(owner) ? list.evm.has(owner.toLowerCase()) : list.others.has(owner)
  if (isListed) return known(true, list.asOf ?? UNDATED, list.source)
  if (list.asOf === null) return missing('stale', list.source)
  const age = daysBetween(list.asOf, today)
  // A day ahead is a clock that runs fast; more is a date that nobody should believe.
  if (age < -1) return missing('refused', list.source)
  if (age > LIST_MAX_AGE_DAYS) return missing('stale', list.source)
  return known(false, list.asOf, list.source)
}
