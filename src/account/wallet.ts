import { digestOf } from '../state/api-key.ts'
import { checksummed } from './viem.ts'

export type WalletKind = 'ethereum' | 'solana'

/** Hex digits of an account id, 80 bits: a second wallet with the same id cannot be found. */
const ID_DIGITS = 20

/** The account of a wallet: the same one at every sign-in, which does not reveal the wallet without the secret. */
export async function accountIdOf(secret: string, wallet: string): Promise<string> {
  return `acc_${(await digestOf(secret, `account ${wallet}`)).slice(0, ID_DIGITS)}`
}

/** The wallet of an Ethereum address, as in `AccountRecord`; `chainId` only for a contract, which may be another's elsewhere. */
export function ethereumWallet(address: string, chainId: number | null): string {
  const prefix = chainId === null ? 'eip155' : `eip155:${chainId}`
  return `${prefix}:${address.toLowerCase()}`
}

export function solanaWallet(address: string): string {
  return `solana:${address}`
}

/** Kind and address of a wallet, the address as wallets show it. */
export function readWallet(wallet: string): { kind: WalletKind; address: string } {
  const address = wallet.slice(wallet.lastIndexOf(':') + 1)
  return wallet.startsWith('solana:')
    ? { kind: 'solana', address }
    : { kind: 'ethereum', address: checksummed(address) }
}

/** Whether a typed address is that of the wallet: an Ethereum address in any case, a Solana address exactly. */
export function isAddressOf(typed: string, wallet: string): boolean {
  const { kind, address } = readWallet(wallet)
  return kind === 'solana'
    ? typed.trim() === address
    : typed.trim().toLowerCase() === address.toLowerCase()
}
