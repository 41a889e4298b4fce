import type { Address } from '../chains/address.ts'
import { toAddress } from '../chains/evm/viem.ts'
import { fromTron } from '../chains/tron-address.ts'
import { readWalletForm } from '../contract/wallet-address.ts'

/** What the caller asked to scan. `reason` says what is wrong with the input, without repeating it. */
export type WalletInput =
  /** `checksum` only where the case of its letters does not fit EIP-55. */
  | { kind: 'evm'; owner: Address; checksum?: 'wrong' }
  | { kind: 'solana'; owner: string }
  /** `owner` as people write it, `account` as nodes and contracts do. */
  | { kind: 'tron'; owner: string; account: Address }
  | { kind: 'name'; service: 'ens' | 'sns'; name: string }
  /** 400: neither an address nor a name. */
  | { kind: 'invalid'; reason: string }
  /** 422: a valid address that is not a wallet. */
  | { kind: 'unscannable'; reason: string }

/**
 * The kind of an input, by its form alone. An EVM address is returned in lower case. It may be all lower case, all upper case or have
 * the EIP-55 checksum; any other case is probably a typo, which the scan says. Names keep their spelling; the resolver validates them.
 */
export function classifyInput(input: string): WalletInput {
  const form = readWalletForm(input)
  switch (form.kind) {
    case 'evm': {
      const owner = input.toLowerCase() as Address
      const isUpper = !/[a-f]/.test(input)
      const fits = isUpper || toAddress(input) !== null
      return { kind: 'evm', owner, ...(!fits && { checksum: 'wrong' }) }
    }
    case 'tron': {
      const account = fromTron(input)
      if (account !== null) return { kind: 'tron', owner: input, account }
      return {
        kind: 'invalid',
        reason: 'looks like a Tron address, but its checksum is wrong',
      }
    }
    case 'solana':
      return { kind: 'solana', owner: input }
    case 'name':
      return { ...form, name: input }
    default:
      return form
  }
}
