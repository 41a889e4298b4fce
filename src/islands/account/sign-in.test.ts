import { describe, expect, test } from 'vitest'
import { type Failure, NO_ANSWER } from '../failure.ts'
import type { BrowserWallet } from './find-wallets.ts'
import type { Answer } from './requests.ts'
import { type SignInStep, signerOf, signIn } from './sign-in.ts'
import { hexOfText } from './sign-with-ethereum.ts'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SOLANA = 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2'
const MESSAGE = 'risk.example wants you to sign in é'
const CHALLENGE = { message: MESSAGE, proof: 'a proof', signIn: { domain: 'risk.example' } }
const BYTES = new TextEncoder().encode(MESSAGE)
const named = { id: '1', name: 'One', initials: 'O' }

type Call = { method: string; params?: readonly unknown[] }

function ethereum(answers: Record<string, unknown>, calls: Call[] = []): BrowserWallet {
  const request = async (call: Call) => {
    calls.push(call)
    const answer = answers[call.method]
    if (answer instanceof Error) throw answer
    return answer
  }
  return { ...named, kind: 'ethereum', provider: { request } }
}

const WORKING = {
  eth_requestAccounts: [ADDRESS],
  eth_chainId: '0x2105',
  personal_sign: `0x${'ab'.repeat(65)}`,
}

/** Signs in with a service that answers all, or fails at one request. */
async function run(wallet: BrowserWallet, failing: Record<string, Partial<Failure>> = {}) {
  const sent: [string, unknown][] = []
  const steps: SignInStep[] = []
  const send = async (name: string, body?: Record<string, unknown>): Promise<Answer> => {
    sent.push([name, body])
    const failure = failing[name]
    if (failure) return { isDone: false, failure: { ...NO_ANSWER, ...failure } }
    return { isDone: true, data: name === 'challenge' ? CHALLENGE : {} }
  }
  const outcome = await signIn(signerOf(wallet), {
    send,
    begin: (step) => steps.push(step),
    cancel: new AbortController().signal,
    now: () => 0,
  })
  return { outcome, sent, steps }
}

describe('signing in with Ethereum', () => {
  test('asks for the account, has the text of the service signed, and sends it back unchanged', async () => {
    const calls: Call[] = []
    const { outcome, sent, steps } = await run(ethereum(WORKING, calls))
    expect(outcome).toEqual({ kind: 'done' })
    expect(steps).toEqual(['connect', 'sign', 'done'])
    expect(sent).toEqual([
      ['challenge', { kind: 'ethereum', address: ADDRESS, chainId: 8453 }],
      ['sign-in', { message: MESSAGE, proof: 'a proof', signature: WORKING.personal_sign }],
    ])
    expect(calls.at(-1)).toEqual({ method: 'personal_sign', params: [hexOfText(MESSAGE), ADDRESS] })
    expect(Buffer.from(hexOfText(MESSAGE).slice(2), 'hex').toString()).toBe(MESSAGE)
  })

  test.each([
    [
      'rejects the account',
      { eth_requestAccounts: fault(4001) },
      'connect',
      'Rejected in the wallet.',
    ],
    ['rejects the signature', { personal_sign: fault(4001) }, 'sign', 'Rejected in the wallet.'],
    ['rejects without a code', { personal_sign: new Error('User denied') }, 'sign', 'Rejected in'],
    ['is asking already', { eth_requestAccounts: fault(-32002) }, 'connect', 'already asking'],
    ['has no account', { eth_requestAccounts: [] }, 'connect', 'no Ethereum account'],
    ['has an odd account', { eth_requestAccounts: ['0x1'] }, 'connect', 'no Ethereum account'],
    ['names no chain', { eth_chainId: 'one' }, 'connect', 'which chain'],
    ['returns no signature', { personal_sign: null }, 'sign', 'no signature'],
    [
      'fails in its own way',
      { personal_sign: fault(-32603) },
      'sign',
      'did not answer as expected',
    ],
  ])('says so when the wallet %s, and sends no signature', async (_, change, step, words) => {
    const { outcome, sent } = await run(ethereum({ ...WORKING, ...change }))
    expect(outcome).toMatchObject({
      kind: 'problem',
      step,
      problem: { title: expect.stringContaining(words) },
    })
    expect(sent.map(([name]) => name)).not.toContain('sign-in')
  })

  test('stops before the signature when the service knows no such chain, with its words', async () => {
    const message = 'Switch your wallet to one of these chains: Ethereum.'
    const failure = {
      status: 400,
      code: 'INVALID_REQUEST',
      message,
      details: { reason: ['chain'] },
    } as const
    const { outcome, steps } = await run(ethereum(WORKING), { challenge: failure })
    expect(outcome).toMatchObject({
      problem: { title: message, text: expect.stringMatching(/again/) },
    })
    expect(steps).toEqual(['connect'])
  })

  test.each<[Partial<Failure>, string]>([
    [
      { status: 401, code: 'UNAUTHORIZED', details: { reason: ['expired'] } },
      'expired before it was signed',
    ],
    [{ status: 401, code: 'UNAUTHORIZED', details: { reason: ['spent'] } }, 'used already'],
    [{ status: 401, code: 'UNAUTHORIZED', details: { reason: ['signature'] } }, 'does not belong'],
    [
      { status: 401, code: 'UNAUTHORIZED', details: { reason: ['challenge'] } },
      'not the one that this browser was given',
    ],
    [{ status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfter: 30 }, 'limit is reached'],
    [{ status: 502 }, 'status 502'],
    [{ status: null }, 'did not answer'],
  ])('says why the service refused: %j', async (failure, words) => {
    const { outcome } = await run(ethereum(WORKING), { 'sign-in': failure })
    expect(outcome).toMatchObject({
      step: 'done',
      problem: { title: expect.stringContaining(words) },
    })
  })

  test('can be cancelled while the wallet does not answer, and sends nothing afterwards', async () => {
    const cancel = new AbortController()
    const sent: string[] = []
    let answer: (value: unknown) => void = () => undefined
    const request = () => new Promise((resolve) => (answer = resolve))
    const outcome = signIn(signerOf({ ...named, kind: 'ethereum', provider: { request } }), {
      send: async (name) => {
        sent.push(name)
        return { isDone: true, data: CHALLENGE }
      },
      begin: () => undefined,
      cancel: cancel.signal,
      now: () => 0,
    })
    cancel.abort()
    expect(await outcome).toEqual({ kind: 'cancelled' })
    answer([ADDRESS])
    await new Promise((resolve) => setTimeout(resolve))
    expect(sent).toEqual([])
  })
})

describe('signing in with Solana', () => {
  const signature = Uint8Array.from({ length: 64 }, (_, at) => at)
  const base64 = Buffer.from(signature).toString('base64')
  const connect = async () => ({ accounts: [{ address: SOLANA, chains: ['solana:mainnet'] }] })
  const signed = async () => [{ signedMessage: BYTES, signature }]
  const otherText = async () => [{ signedMessage: new TextEncoder().encode('other'), signature }]
  const solana = (features: object): BrowserWallet => ({
    ...named,
    kind: 'solana',
    features: { connect, signIn: null, signMessage: null, ...features },
  })

  test.each([
    ['signIn', { signIn: signed }],
    ['signMessage', { signMessage: signed }],
    ['signMessage where signIn wrote another text', { signIn: otherText, signMessage: signed }],
  ])('by %s sends base64', async (_, features) => {
    const { outcome, sent } = await run(solana(features))
    expect(outcome).toEqual({ kind: 'done' })
    expect(sent).toEqual([
      ['challenge', { kind: 'solana', address: SOLANA }],
      ['sign-in', { message: MESSAGE, proof: 'a proof', signature: base64 }],
    ])
  })

  test.each([
    ['another text', { signIn: otherText }],
    ['nothing', { signIn: async () => [] }],
    ['a short signature', { signMessage: async () => [{ signedMessage: BYTES, signature: [1] }] }],
  ])('sends nothing when the wallet signed %s', async (_, features) => {
    const { outcome, sent } = await run(solana(features))
    expect(outcome).toMatchObject({
      step: 'sign',
      problem: { title: expect.stringContaining('another text') },
    })
    expect(sent).toHaveLength(1)
  })

  test('says so when the wallet has no Solana account', async () => {
    const accounts = [{ address: ADDRESS, chains: ['eip155:1'] }]
    const { outcome } = await run(solana({ connect: async () => ({ accounts }), signIn: signed }))
    expect(outcome).toMatchObject({
      step: 'connect',
      problem: { title: expect.stringContaining('no Solana account') },
    })
  })
})

function fault(code: number): Error {
  return Object.assign(new Error('of the wallet'), { code })
}
