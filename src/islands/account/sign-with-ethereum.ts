import words from '../../content/account-words.json' with { type: 'json' }
import type { EthereumProvider } from './find-wallets.ts'
import { SignInError } from './problems.ts'
import type { Signer } from './signer.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/i
/** A contract wallet before its deployment signs with some kilobytes (ERC-6492). */
const SIGNATURE = /^0x(?:[0-9a-f]{2}){1,6000}$/i
const CHAIN_ID = /^0x[0-9a-f]{1,13}$/i

/** Signs with an Ethereum wallet: connects by `eth_requestAccounts`, signs by `personal_sign` (EIP-191). */
export function ethereumSigner(provider: EthereumProvider): Signer {
  let account = ''
  return {
    connect: async () => {
      account = await ethereumAccount(provider)
      return { kind: 'ethereum', address: account, chainId: await chainOf(provider) }
    },
    sign: async ({ message }) => {
      const params = [hexOfText(message), account]
      const signature = await provider.request({ method: 'personal_sign', params })
      if (typeof signature === 'string' && SIGNATURE.test(signature)) return signature
      throw new SignInError(words.signing.noSignature)
    },
  }
}

/** The account that the reader chooses in the wallet. Throws a `SignInError` where there is none. */
export async function ethereumAccount(provider: EthereumProvider): Promise<string> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof first === 'string' && ADDRESS.test(first)) return first
  throw new SignInError(words.signing.noEthereumAccount)
}

/** The bytes of a text in UTF-8 as `0x` and hex digits, as `personal_sign` takes them. */
export function hexOfText(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

async function chainOf(provider: EthereumProvider): Promise<number> {
  const chainId = await provider.request({ method: 'eth_chainId' })
  if (typeof chainId === 'string' && CHAIN_ID.test(chainId)) return Number(chainId)
  throw new SignInError(words.signing.noChain)
}
