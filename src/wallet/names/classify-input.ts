import type { Address } from '../../chains/address.ts'
import { toAddress } from '../../chains/evm/viem.ts'
import { fromTron } from '../../chains/tron-address.ts'
import { readWalletForm } from '../../contract/wallet-address.ts'

/** What the caller asked to scan. `reason` says what is wrong with the input, without repeating it. */
export type WalletInput =
  | { kind: 'evm'; owner: Address }
  | { kind: 'solana'; owner: string }
  /** `owner` as people write it, `account` as nodes and contracts do. */
  | { kind: 'tron'; owner: string; account: Address }
  | { kind: 'name'; service: 'ens' | 'sns'; name: string }
  /** 400: neither an address nor a name. */
  | { kind: 'invalid'; reason: string }
  /** 422: a valid address that is not a wallet. */
  | { kind: 'unscannable'; reason: string }

/**
 * The kind of an input, by its form alone. An EVM address is returned in lower case; it may be all lower case, all upper case or have
 * the EIP-55 checksum. A wrong checksum is invalid, because it is probably a typo. Names keep their spelling; the resolver validates
 * them.
 */
export function classifyInput(input: string): WalletInput {
  const form = readWalletForm(input)
  switch (form.kind) {
    case 'evm':
      return classifyEvm(input)
    case 'solana':
      return { kind: 'solana', owner: input }
    case 'tron':
      return classifyTron(input)
    case 'name':
      return { ...form, name: input }
    default:
      return form
  }
}

function classifyEvm(input: string): WalletInput {
  const digits = input.slice(2)
  const isUpper = digits === digits.toUpperCase()
  const owner = toAddress(isUpper ? input.toLowerCase() : input)
  return owner === null
    ? { kind: 'invalid', reason: 'has upper and lower case that do not fit its checksum' }
    : { kind: 'evm', owner }
}

function classifyTron(owner: string): WalletInput {
  const account = fromTron(owner)
  return account === null
    ? { kind: 'invalid', reason: 'looks like a Tron address, but its checksum is wrong' }
    : { kind: 'tron', owner, account }
}
