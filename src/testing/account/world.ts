import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import {
  type AccountDependencies,
  type AccountLogEntry,
  createAccountApi,
} from '../../account/account-api.ts'
import type { AccountState } from '../../account/account-deps.ts'
import { openSqliteState } from '../../state/sqlite/store.ts'
import { encodeAddress } from '../../wallet/solana/base58.ts'

export const ORIGIN = 'https://risk.example.org'
export const SECRET = 'a secret of the tests, long enough to be one'
export const NOON = Date.UTC(2026, 10, 22, 12)

/** The envelope of every answer. */
const envelope = z.looseObject({
  success: z.boolean(),
  data: z.unknown(),
  error: z
    .looseObject({
      code: z.string(),
      details: z.object({ reason: z.tuple([z.string()]) }).optional(),
    })
    .optional(),
})

const challengeData = z.looseObject({
  message: z.string(),
  proof: z.string(),
  expiresAt: z.string(),
  signIn: z.record(z.string(), z.string()).optional(),
})
export type SignInChallenge = z.infer<typeof challengeData>

export interface AccountReply {
  status: number
  headers: Headers
  text: string
  /** The `data` of the envelope, for the test to know its form. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  data: any
  reason: string | undefined
}

export interface TestWallet {
  /** The body of `POST challenge`. */
  asks: Record<string, unknown>
  address: string
  sign: (text: string) => Promise<string>
}

/** An account API over a real store, with a clock that the test moves. */
export function createWorld(options: Partial<AccountDependencies> & { file?: string } = {}) {
  const { file = ':memory:', ...given } = options
  const clock = { now: NOON }
  const lines: AccountLogEntry[] = []
  const state = given.state ?? openSqliteState(file)
  const deps: AccountDependencies = {
    state,
    secret: SECRET,
    publicUrl: ORIGIN,
    now: () => clock.now,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    verifyContractWallet: null,
    revokedWithinSeconds: 1,
    alerts: null,
    scans: { fetchInternal: () => Promise.reject(new Error('no scan was to be asked')), aDay: 100 },
    log: (entry) => lines.push(entry),
    ...given,
  }
  const api = createAccountApi(deps)
  return { state, clock, lines, deps, api, browser: (ip?: string) => new TestBrowser(api, ip) }
}

/** A browser with its cookies, at a page of the site. Its requests may be changed to be those of another client. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #api: (request: Request, ip: string) => Promise<Response>
  readonly #origin: string
  ip: string

  constructor(
    api: (request: Request, ip: string) => Promise<Response>,
    ip = '192.0.2.1',
    origin = ORIGIN,
  ) {
    this.#api = api
    this.#origin = origin
    this.ip = ip
  }

  get(path: string, headers: Record<string, string | null> = {}): Promise<AccountReply> {
    return this.send('GET', path, { headers: { origin: null, ...headers } })
  }

  post(
    path: string,
    body: unknown,
    headers: Record<string, string | null> = {},
  ): Promise<AccountReply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return this.send('POST', path, { headers, body: text })
  }

  /** `null` leaves out a header that the page would send. */
  async send(
    method: string,
    path: string,
    { headers = {}, body, origin = this.#origin }: SendOptions = {},
  ): Promise<AccountReply> {
    const sent = new Headers()
    const usual = { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    for (const [name, value] of Object.entries({ ...usual, cookie: this.#cookie(), ...headers })) {
      if (value !== null) sent.set(name, value)
    }
    const init = { method, headers: sent, ...(body === undefined ? {} : { body }) }
    const response = await this.#api(new Request(`${origin}/account/api/${path}`, init), this.ip)
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    const text = await response.text()
    const { data, error } = text === '' ? {} : envelope.parse(JSON.parse(text))
    const { status } = response
    return { status, headers: response.headers, text, data, reason: error?.details?.reason[0] }
  }

  async challenge(wallet: TestWallet): Promise<SignInChallenge> {
    const { data } = await this.post('challenge', wallet.asks)
    return challengeData.parse(data)
  }

  /** Asks for a challenge and signs it: the body of `POST sign-in`. */
  async signed(wallet: TestWallet) {
    const { message, proof } = await this.challenge(wallet)
    return { message, proof, signature: await wallet.sign(message) }
  }

  async signIn(wallet: TestWallet): Promise<AccountReply> {
    return this.post('sign-in', await this.signed(wallet))
  }

  #cookie(): string | null {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`)
    return pairs.length === 0 ? null : pairs.join('; ')
  }

  #keep(cookie: string): void {
    const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? []
    if (rest.includes('Max-Age=0')) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

interface SendOptions {
  headers?: Record<string, string | null>
  body?: string
  origin?: string
}

/** A wallet with a key of its own. */
export function ethereumWallet(seed = 1n, chainId = 1): TestWallet {
  const account = privateKeyToAccount(`0x${seed.toString(16).padStart(64, '0')}`)
  const { address } = account
  return {
    asks: { kind: 'ethereum', address, chainId },
    address,
    sign: (message) => account.signMessage({ message }),
  }
}

export async function solanaWallet(): Promise<TestWallet> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])
  const raw = await crypto.subtle.exportKey('raw', publicKey)
  const address = encodeAddress(new Uint8Array(raw))
  return {
    asks: { kind: 'solana', address },
    address,
    sign: async (message) => {
      const bytes = new TextEncoder().encode(message)
      const signature = await crypto.subtle.sign('Ed25519', privateKey, bytes)
      return Buffer.from(signature).toString('base64')
    },
  }
}

/** The store with the names of the methods that are called on it, in order. */
export function spied(state: AccountState): { state: AccountState; calls: string[] } {
  const calls: string[] = []
  const proxy = new Proxy(state, {
    get: (target, name, receiver) => {
      const found: unknown = Reflect.get(target, name, receiver)
      if (typeof found !== 'function') return found
      return (...words: unknown[]) => {
        calls.push(String(name))
        return found.apply(target, words)
      }
    },
  })
  return { state: proxy, calls }
}
