import { isAddress, NATIVE_COIN, ZERO_ADDRESS } from '../chains/address.ts'
import { packedAddresses, unpacked } from '../chains/packed-addresses.ts'
import type { ContractUse } from '../domain/listed-contract.ts'
import { type ContractEntry, driverOf, receiptTokens } from '../wallet/evm/contracts/drivers.ts'

/** An address in an entry of a contract list. */
export interface EntryAddress {
  address: string
  /** Slug of the protocol. */
  protocol: string
  role: ContractUse
  name: string | null
}

/** Contracts of others that an entry asks: a helper of every chain, a token that a wrapper is valued as, the vaults of Balancer. */
const OF_OTHERS: readonly string[] = ['multicall3', 'standsFor', 'v2', 'v3']

/**
 * Every address that an entry names. A token of an entry is no contract of its protocol, unless its balance is what the entry counts, and so is
 * what stands under a key of `OF_OTHERS`; every other address is one. A part with a protocol of its own belongs to that one.
 */
export function entryAddresses(entry: ContractEntry): EntryAddress[] {
  const receipts = new Set<string>(receiptTokens(entry))
  const spenders = new Set<string>(
    (driverOf(entry.driver).spenders?.(entry) ?? []).map(({ spender }) => spender),
  )
  const found = new Map<string, EntryAddress>()
  const add = (address: string, protocol: string, using: ContractUse, name: string | null) => {
    if (address === ZERO_ADDRESS || address === NATIVE_COIN) return
    const role = roleOf(address, using)
    const before = found.get(address)
    if (!before || (isUse(before.role) && !isUse(role)))
      found.set(address, { address, protocol, role, name: name ?? before?.name ?? null })
  }
  function roleOf(address: string, using: ContractUse): ContractUse {
    if (receipts.has(address)) return 'receipt'
    return spenders.has(address) ? 'spender' : using
  }
  function visit(value: unknown, key: string, protocol: string): void {
    if (typeof value === 'string') {
      const use = OF_OTHERS.includes(key) ? 'service' : 'scan'
      if (isAddress(value)) add(value, protocol, use, null)
      else if (packedAddresses.safeParse(value).success)
        for (const one of unpacked(value as `0x${string}`)) add(one, protocol, use, null)
    } else if (typeof value === 'object' && value !== null) visitParts(value, key, protocol)
  }
  function visitParts(value: object, key: string, outer: string): void {
    const parts: Record<string, unknown> = { ...value }
    const protocol = typeof parts.protocol === 'string' ? parts.protocol : outer
    const { address, symbol } = parts
    // A collateral of Lista has no symbol in the list; one with `standsFor` is Lista's own wrapper of that token.
    const isCollateral = key === 'collaterals' && !('standsFor' in parts)
    const isToken = typeof address === 'string' && (typeof symbol === 'string' || isCollateral)
    if (isToken) add(address, protocol, 'asset', typeof symbol === 'string' ? symbol : null)
    for (const [part, inner] of Object.entries(parts))
      if (!(isToken && part === 'address'))
        visit(inner, Array.isArray(value) ? key : part, protocol)
  }
  visit(entry, '', entry.protocol)
  if (entry.driver === 'pool-registry' && entry.walk !== 'aura' && entry.vaults?.v3)
    add(entry.vaults.v3, entry.v3Protocol ?? entry.protocol, 'scan', 'Vault')
  for (const receipt of receipts) add(receipt, entry.protocol, 'receipt', null)
  return [...found.values()]
}

function isUse(role: ContractUse): boolean {
  return role === 'asset' || role === 'service'
}
