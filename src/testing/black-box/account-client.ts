import { Buffer } from 'node:buffer'
import { request } from 'node:http'
import { base58 } from '@scure/base'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { stranger, type Target } from './client.ts'

/** A key pair that signs as a wallet does. */
export interface TestWallet {
  kind: 'ethereum' | 'solana'
  address: string
  /** As `sign-in` takes it: hex, or base64 for Solana. */
  sign(message: string): Promise<string>
}

export function ethereumWallet(): TestWallet {
  const { address, signMessage } = privateKeyToAccount(generatePrivateKey())
  return { kind: 'ethereum', address, sign: (message) => signMessage({ message }) }
}

export async function solanaWallet(): Promise<TestWallet> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return {
    kind: 'solana',
    address: base58.encode(publicKey),
    sign: async (message) => {
      const text = new TextEncoder().encode(message)
      const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, text)
      return Buffer.from(signature).toString('base64')
    },
  }
}

export interface AccountReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** `data` of the envelope. */
  data: Record<string, unknown>
  reason: string | null
}

interface Sent {
  method?: string
  headers?: Record<string, string>
}

/** A browser with its cookies, at an address of its own. */
export class Browser {
  readonly #target: Target
  readonly #client = stranger()
  readonly cookies = new Map<string, string>()

  constructor(target: Target) {
    this.#target = target
  }

  get(name: string): Promise<AccountReply> {
    return this.#send(name, undefined, { method: 'GET' })
  }

  post(name: string, body: unknown, sent: Sent = {}): Promise<AccountReply> {
    return this.#send(name, JSON.stringify(body), sent)
  }

  /** Signs in. Returns the response, and what was sent, so that it can be sent again. */
  async signIn(wallet: TestWallet): Promise<{ reply: AccountReply; sent: object }> {
    const { kind, address } = wallet
    const chain = kind === 'ethereum' ? { chainId: 1 } : {}
    const { status, data } = await this.post('challenge', { kind, address, ...chain })
    expect(status).toBe(200)
    const message = String(data.message)
    const signature = await wallet.sign(message)
    const sent = { message, proof: data.proof, signature }
    return { reply: await this.post('sign-in', sent), sent }
  }

  async #send(name: string, body: string | undefined, sent: Sent): Promise<AccountReply> {
    const { baseUrl, capabilities } = this.#target
    const { method = 'POST', headers = {} } = sent
    const cookies = [...this.cookies].map(([key, value]) => `${key}=${value}`)
    const reply = await exchange(new URL(`/account/api/${name}`, baseUrl), method, body, {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json', Origin: baseUrl }),
      ...(cookies.length > 0 ? { Cookie: cookies.join('; ') } : {}),
      ...(capabilities.clientHeader === null ? {} : { [capabilities.clientHeader]: this.#client }),
      ...headers,
    })
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) this.#keep(line)
    return reply
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/;\s*max-age=0/i.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

function exchange(
  url: URL,
  method: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<AccountReply> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        const json = text === '' ? {} : JSON.parse(text)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          data: json.data ?? {},
          reason: json.error?.details?.reason?.[0] ?? null,
        })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
