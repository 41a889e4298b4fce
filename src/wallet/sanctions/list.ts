import type * as z from 'zod'
import type { sanctionList } from '../../contract/sanction-list.ts'
import { type Day, daysBetween, UNDATED } from '../../domain/day.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE, SOURCES } from '../../domain/sources.ts'

const SOURCE = SOURCE_OF_ROLE.sanctions

/** An older list clears no address, because one may have been listed since. */
export const LIST_MAX_AGE_DAYS = SOURCES[SOURCE].maxAgeDays

const EVM = /^0x[0-9a-f]{40}$/i

/** The published list, prepared for searching. */
export interface SanctionIndex {
  source: string
  asOf: Day | null
  /** In lower case, from all assets: an account is the same on every EVM chain. */
  evm: ReadonlySet<string>
  /** All other addresses as written, because base58 is case-sensitive. */
  others: ReadonlySet<string>
}

/** The list in `sanctions.json`, with the addresses of all assets merged. Pure. */
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
 * Whether the list names an address: ignoring case for EVM, exactly for others. A list that is too old or has no date still counts
 * when it names an address, but clears none: `missing('stale')`. Without a list: `upstream-failed`. From the future: `refused`.
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
  // One day ahead can be a fast clock; more is a wrong date.
  if (age < -1) return missing('refused', list.source)
  if (age > LIST_MAX_AGE_DAYS) return missing('stale', list.source)
  return known(false, list.asOf, list.source)
}
