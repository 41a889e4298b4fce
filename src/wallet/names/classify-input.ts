import { readWalletForm } from '../../contract/wallet-address.ts'
import { toAddress } from '../evm/client/viem.ts'
import type { Address } from '../model/address.ts'

/** What the caller asked to scan. `reason` is a sentence without the input in it. */
export type WalletInput =
  | { kind: 'evm'; owner: Address }
  | { kind: 'solana'; owner: string }
  | { kind: 'name'; service: 'ens' | 'sns'; name: string }
  /** 400: neither an address nor a name. */
  | { kind: 'invalid'; reason: string }
  /** 422: a valid address that is no wallet. */
  | { kind: 'unscannable'; reason: string }

/**
 * The kind of an input, judged by its form alone. EVM addresses come in lower case: all lower, all upper or the EIP-55 checksum
 * is accepted, and a mixed case with the wrong one is invalid, since it is most likely mistyped. Names keep their spelling;
 * what they may hold is for their resolver.
 */
export function classifyInput(input: string): WalletInput {
  const form = readWalletForm(input)
  switch (form.kind) {
    case 'evm':
      return classifyEvm(input)
    case 'solana':
      return { kind: 'solana', owner: input }
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
