import type { Address } from '../chains/address.ts'
import type { ContractControl, ControlPath } from '../domain/control.ts'
import type { ChainReader } from './chain-reader.ts'
import { allPaths, doubtPaths } from './doubt.ts'
import { isAccount } from './node.ts'

/** What rollups add to the address of a contract of Ethereum that sends them a message (docs.optimism.io, docs.arbitrum.io). */
const OFFSET = 0x1111000000000000000000000000000000001111n
const ALL_ADDRESSES = 2n ** 160n
const NO_CODE = 'there is no code at this address'

/** The address on Ethereum of a contract that acts on a rollup under this one. */
export function withoutAlias(address: Address): Address {
  const value = (BigInt(address) - OFFSET + ALL_ADDRESSES) % ALL_ADDRESSES
  return `0x${value.toString(16).padStart(40, '0')}`
}

/**
 * An account without code on another chain than Ethereum is not always a person: it may be a contract of Ethereum that sends messages, or
 * one that is not yet deployed here. A path stays one to a person only when Ethereum has no code at either address.
 */
export async function doubtAccounts(
  controls: readonly ContractControl[],
  ethereum: ChainReader | null,
): Promise<ContractControl[]> {
  const accounts = new Set(controls.flatMap(personsIn))
  const asked = [...accounts].flatMap((account) => [account, withoutAlias(account)])
  const found = (await ethereum?.inspect(asked)) ?? new Map()
  const noteOf = (account: Address): string | null => {
    for (const address of [account, withoutAlias(account)]) {
      const inspection = found.get(address)
      if (!inspection) return `${NO_CODE}, and Ethereum could not be asked about it`
      if (!isAccount(inspection)) return `${NO_CODE}, and Ethereum has a contract at ${address}`
    }
    return null
  }
  const notes = new Map([...accounts].map((account) => [account, noteOf(account)]))
  return controls.map((control) =>
    doubtPaths(control, (path) => (isPerson(path) ? (notes.get(path.address) ?? null) : null)),
  )
}

const isPerson = (path: ControlPath): path is ControlPath & { address: Address } =>
  path.actor === 'eoa' && path.address !== null

function personsIn(control: ContractControl): Address[] {
  return allPaths(control).flatMap((path) => (isPerson(path) ? [path.address] : []))
}
