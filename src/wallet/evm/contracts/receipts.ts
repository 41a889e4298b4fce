import { memoizeWeak } from '../../../chains/memoize-weak.ts'
import type { ScanChainKey } from '../../../chains/scan-chains.ts'
import type { FindReceipt, Receipt } from '../../model/token-rows.ts'
import { type ContractList, scannedEntries } from './contract-list.ts'
import { driverOf, receiptTokens } from './drivers.ts'

/** The receipt tokens of a contract list, by address. What is staked elsewhere is in it by the address of the stake. */
const receiptsIn = memoizeWeak((list: ContractList): ReadonlyMap<string, Receipt> => {
  const receipts = new Map<string, Receipt>()
  for (const entry of scannedEntries(list)) {
    const redeemed = new Map(driverOf(entry.driver).redeemed?.(entry))
    for (const address of receiptTokens(entry))
      receipts.set(address, { protocol: entry.protocol, of: redeemed.get(address) })
  }
  return receipts
})

/** Finds receipt tokens in the contract lists of the chains that a scan can read; a list is opened where one of its tokens is asked for. */
export function receiptFinder(
  chains: readonly { key: ScanChainKey; name: string }[],
  contracts: (chain: ScanChainKey) => ContractList,
): FindReceipt {
  return (chain, address) => {
    const known = chains.find(({ name }) => name === chain)
    return known && receiptsIn(contracts(known.key)).get(address.toLowerCase())
  }
}
