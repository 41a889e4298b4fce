import type { ScanChainKey } from '../../../chains/scan-chains.ts'
import type { ContractEntry } from '../../../wallet/evm/contracts/drivers.ts'
import { openContracts } from '../../../wallet/evm/contracts/open-contracts.ts'
import { decimalAmount } from '../../../wallet/model/amounts.ts'
import type { Token } from '../../../wallet/model/entry-base.ts'

type Driver = ContractEntry['driver']
type EntryOf<D extends Driver> = Extract<ContractEntry, { driver: D }>

/** One of the positions that a scan must find, planted for Alice. */
export interface Named {
  name: string
  chain: ScanChainKey
  /** The entry of the bundled list that finds it, with the contracts that replace the real ones. */
  entry: ContractEntry
  slug: string
  market?: string
  ref?: string
  /** `<role> <amount> <symbol>`, by what the contracts say when it is called. */
  legs: () => Promise<string[]>
}

const bundled = openContracts()

/** An entry of the bundled lists. Throws when the list does not hold it, or for another driver. */
export function listed<D extends Driver>(chain: ScanChainKey, id: string, driver: D): EntryOf<D> {
  const entry = bundled(chain).entries.find((each) => each.id === id)
  if (!entry || !isOf(entry, driver)) throw new Error(`${chain} lists no ${id} for ${driver}`)
  return entry
}

/** All entries for a driver in a chain's bundled list. */
export function allListed<D extends Driver>(chain: ScanChainKey, driver: D): EntryOf<D>[] {
  return bundled(chain).entries.flatMap((each) => (isOf(each, driver) ? [each] : []))
}

function isOf<D extends Driver>(entry: ContractEntry, driver: D): entry is EntryOf<D> {
  return entry.driver === driver
}

/** A leg as `Named` has it; none for nothing. */
export function leg(
  role: string,
  amount: bigint,
  { symbol, decimals }: Pick<Token, 'symbol' | 'decimals'>,
): string[] {
  return amount === 0n ? [] : [`${role} ${decimalAmount(amount, decimals)} ${symbol}`]
}
