import { describe, expect, test } from 'vitest'
import { depsOf, OWNER, worldOf } from '../../../testing/wallet/scan-world.ts'
import type { ScanOutcome } from '../../../wallet/model/scan-outcome.ts'
import { scanWallet } from '../../../wallet/scan.ts'
import { handleWallet } from './function.ts'

const BASE = 'http://localhost/_fn/wallet'

function ask(input: string, scan: (input: string) => Promise<ScanOutcome>) {
  const logged: unknown[] = []
  const request = new Request(`${BASE}?address=${encodeURIComponent(input)}`)
  const scanSandbox = () => Promise.reject(new Error('the sandbox was not asked for'))
  const answer = handleWallet(request, { scan, scanSandbox, log: (error) => logged.push(error) })
  return { answer, logged }
}

const live = (input: string) => scanWallet(input, depsOf(worldOf()).deps)

describe('a scan', () => {
  test('is not stored', async () => {
    const response = await ask(OWNER, live).answer
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body = await response.json()
    expect(body).toMatchObject({ success: true, data: { address: OWNER } })
    expect(body.data.positions).toHaveLength(3)
  })

  test('names an address as it was written, and no name', async () => {
    const input = `0x${OWNER.slice(2).toUpperCase()}`
    const { data } = await (await ask(input, live).answer).json()
    expect(data.address).toBe(input)
    expect(data).not.toHaveProperty('resolvedFrom')
  })

  test('returns the address of a name in lower case, and the name as written', async () => {
    const { data } = await (await ask('Alice.ETH', live).answer).json()
    expect(data).toMatchObject({ address: OWNER, resolvedFrom: 'Alice.ETH' })
  })

  test.each([
    'a+b&c=d.eth',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.eth',
    'N\u00eemes%41.sol',
    '',
  ])('is asked for "%s" letter by letter', async (input) => {
    const asked: string[] = []
    await ask(input, async (given) => {
      asked.push(given)
      return { kind: 'refused', code: 'NOT_FOUND', reason: 'No owner.' }
    }).answer
    expect(asked).toEqual([input])
  })

  test('without an address is asked for nothing', async () => {
    const scan = async (input: string): Promise<ScanOutcome> => ({
      kind: 'refused',
      code: 'INVALID_REQUEST',
      reason: `was "${input}"`,
    })
    const response = await handleWallet(new Request(BASE), {
      scan,
      scanSandbox: scan,
      log: () => undefined,
    })
    expect((await response.json()).error.details).toEqual({ address: ['was ""'] })
  })
})

test('a scan of the sandbox sends no request', async () => {
  const request = new Request(`${BASE}?set=sandbox&address=${OWNER}`)
  const response = await handleWallet(request, {
    scan: () => expect.fail('the live scan was asked'),
    scanSandbox: async (input) => ({
      kind: 'refused',
      code: 'NOT_FOUND',
      reason: `asked for ${input}`,
    }),
    log: () => undefined,
  })
  expect((await response.json()).error.message).toBe(`asked for ${OWNER}`)
})

describe('a refusal', () => {
  test('says when asking again can help, where that is known', async () => {
    const { answer } = ask(OWNER, async () => ({
      kind: 'refused',
      code: 'DATA_UNAVAILABLE',
      reason: 'Too old.',
      retryAfter: 86_400,
    }))
    expect((await answer).headers.get('retry-after')).toBe('86400')
  })

  test.each([
    ['INVALID_REQUEST', 400],
    ['NOT_FOUND', 404],
    ['UNPROCESSABLE', 422],
    ['NAME_RESOLUTION_FAILED', 502],
    ['DATA_UNAVAILABLE', 503],
  ] as const)('with %s is %i, and says why', async (code, status) => {
    const { answer, logged } = ask(OWNER, async () => ({
      kind: 'refused',
      code,
      reason: 'For this reason.',
    }))
    const response = await answer
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('retry-after')).toBe(status === 503 ? '30' : null)
    const { success, data, error } = await response.json()
    expect({ success, data }).toEqual({ success: false, data: null })
    expect(error).toMatchObject({ code, status })
    if (code === 'INVALID_REQUEST') expect(error.details).toEqual({ address: ['For this reason.'] })
    else expect(error.message).toBe('For this reason.')
    expect(logged).toEqual([])
  })
})

describe('a failure', () => {
  const SOLANA = 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2'

  test.each([
    new TypeError(`cannot read ${OWNER} at https://node.example/v2/planted-key?x=1`),
    new Error(`${OWNER.toUpperCase().replace('0X', '0x')} alice.eth Alice.ETH ${SOLANA}`),
    'a text',
    null,
  ])('%s is 503, logged without the account or the node', async (failure) => {
    const { answer, logged } = ask('Alice.ETH', () => Promise.reject(failure))
    const response = await answer
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('30')
    const text = await response.text()
    expect(JSON.parse(text).error.code).toBe('DATA_UNAVAILABLE')
    expect(logged).toHaveLength(1)
    const shown = `${String(logged[0])} ${text}`
    expect(shown).not.toMatch(new RegExp(`${OWNER.slice(2)}|alice|planted|${SOLANA}`, 'i'))
    if (failure instanceof TypeError) expect(shown).toContain('TypeError: cannot read')
  })
})
