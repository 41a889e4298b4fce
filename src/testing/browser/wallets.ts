import type { Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { encodeAddress } from '../../wallet/solana/base58.ts'

/** A wallet extension of a test. It signs with a real key, outside of the page. */
export interface TestWallet {
  name: string
  address: string
  /** Puts it into a page before the page loads. */
  install: (page: Page) => Promise<void>
  /** What the wallet does when it is asked; a test changes it. */
  behaviour: {
    /** Of an Ethereum wallet, hex. */
    chainId: string
    rejects: boolean
    /** Called before a signature. */
    beforeSigning: () => void | Promise<void>
  }
}

const behaviour = (): TestWallet['behaviour'] => ({
  chainId: '0x1',
  rejects: false,
  beforeSigning: () => undefined,
})

/** A wallet that announces itself by EIP-6963 and signs with `personal_sign`. */
export function ethereumWallet(name = 'Guillemot Wallet'): TestWallet {
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet = { name, address: account.address, behaviour: behaviour() }
  const answer = async (method: string, params: string[] = []) => {
    const { chainId, rejects, beforeSigning } = wallet.behaviour
    if (method === 'eth_requestAccounts') return [account.address]
    if (method === 'eth_chainId') return chainId
    await beforeSigning()
    if (rejects) return null
    return account.signMessage({ message: { raw: params[0] as `0x${string}` } })
  }
  const install = async (page: Page) => {
    await page.exposeFunction('answerEthereum', answer)
    await page.addInitScript((shown) => {
      const ask = (window as unknown as Record<string, typeof answer>).answerEthereum
      const request = async ({ method, params }: { method: string; params?: string[] }) => {
        const given = await ask?.(method, params)
        if (given === null) throw Object.assign(new Error('The user said no.'), { code: 4001 })
        return given
      }
      const info = { uuid: shown, name: shown, icon: 'data:image/png;base64,', rdns: 'test.wallet' }
      const detail = { info, provider: { request } }
      addEventListener('eip6963:requestProvider', () => {
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      })
    }, name)
  }
  return { ...wallet, install }
}

/**
 * A wallet of the Wallet Standard. With `signIn` it composes the text itself from the fields, as the standard's
 * `createSignInMessageText` does; without, it signs what it is given.
 */
export async function solanaWallet(feature: 'signIn' | 'signMessage'): Promise<TestWallet> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const address = encodeAddress(publicKey)
  const name = `Fulmar ${feature}`
  const wallet = { name, address, behaviour: behaviour() }
  const sign = async (bytes: number[]) => {
    await wallet.behaviour.beforeSigning()
    if (wallet.behaviour.rejects) return null
    return [
      ...new Uint8Array(
        await crypto.subtle.sign('Ed25519', pair.privateKey, new Uint8Array(bytes)),
      ),
    ]
  }
  const install = async (page: Page) => {
    await page.exposeFunction('answerSolana', sign)
    await page.addInitScript(announceSolana, { name, address, feature, key: [...publicKey] })
  }
  return { ...wallet, install }
}

interface Announced {
  name: string
  address: string
  feature: 'signIn' | 'signMessage'
  key: number[]
}

/** Runs in the page. */
function announceSolana({ name, address, feature, key }: Announced): void {
  type Ask = (bytes: number[]) => Promise<number[] | null>
  const ask = (window as unknown as Record<string, Ask>).answerSolana
  const account = {
    address,
    publicKey: new Uint8Array(key),
    chains: ['solana:mainnet'],
    features: [`solana:${feature}`],
  }
  const output = async (message: Uint8Array) => {
    const signature = await ask?.([...message])
    if (!signature) throw new Error('User rejected the request.')
    return [{ account, signedMessage: message, signature: new Uint8Array(signature) }]
  }
  const compose = (input: Record<string, string>) => {
    const fields = [
      ['URI', input.uri],
      ['Version', input.version],
      ['Chain ID', input.chainId],
      ['Nonce', input.nonce],
      ['Issued At', input.issuedAt],
      ['Expiration Time', input.expirationTime],
    ].filter(([, value]) => value)
    const head = `${input.domain} wants you to sign in with your Solana account:\n${input.address}`
    const statement = input.statement ? `\n\n${input.statement}` : ''
    const lines = fields.map(([label, value]) => `${label}: ${value}`).join('\n')
    return `${head}${statement}\n\n${lines}`
  }
  const signing =
    feature === 'signIn'
      ? {
          'solana:signIn': {
            version: '1.0.0',
            signIn: (input: Record<string, string>) =>
              output(new TextEncoder().encode(compose(input))),
          },
        }
      : {
          'solana:signMessage': {
            version: '1.1.0',
            signMessage: ({ message }: { message: Uint8Array }) => output(message),
          },
        }
  const connect = { version: '1.0.0', connect: async () => ({ accounts: [account] }) }
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/png;base64,',
    chains: ['solana:mainnet'],
    accounts: [],
    features: { 'standard:connect': connect, ...signing },
  }
  type Api = { register: (wallet: unknown) => void }
  const register = (api: Api) => api.register(wallet)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<Api>).detail),
  )
}
