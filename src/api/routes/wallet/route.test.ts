import { describe, expect, test, vi } from 'vitest'
import { errorBody } from '../../../contract/problems.ts'
import type { ApiResponse } from '../../../http/api-response.ts'
import type { DataSet, InternalFetch } from '../../../http/internal-fetch.ts'
import { aRouteContext } from '../../../testing/api/route-context.ts'
import { wallet } from './route.ts'

const EVM = '0x5ca1ab1e00000000000000000000000000000001'
const SOLANA = 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2'
const SYSTEM_PROGRAM = '1'.repeat(32)
const ZERO = `0x${'0'.repeat(40)}`

const refusing = async (): Promise<ApiResponse> => {
  throw new Error('nobody may be asked')
}

const requestScan = (
  address: string,
  dataSet: DataSet,
  fetchInternal: InternalFetch,
  waitedMs: number,
  callerId: string,
) =>
  wallet.handle(aRouteContext({ parameter: address, dataSet, fetchInternal, waitedMs, callerId }))

describe('the wallet route', () => {
  test.each([
    '',
    'x',
    '0x',
    EVM.slice(1),
    `${EVM}0`,
    EVM.replace('0x', '0X'),
    '1'.repeat(31),
    '1'.repeat(33),
    '1'.repeat(45),
    'z'.repeat(44),
    `${SOLANA.slice(1)}0`,
    'a.com',
    '.eth',
    'a..eth',
    'a.eth.',
    'a b.eth',
    'a/b.eth',
    'a\\b.eth',
    'a\u0000.eth',
    'a\n.eth',
    'a.eth\n',
    `${'a'.repeat(201)}.eth`,
    `${'a.'.repeat(126)}eth.eth`,
  ])('"%s" is no address: 400 by field, and nothing is requested', async (input) => {
    const answer = await requestScan(input, 'sandbox', refusing, 0, 'key_a')
    expect(answer.status).toBe(400)
    const { error } = JSON.parse(String(answer.body))
    expect(error.code).toBe('INVALID_REQUEST')
    expect(error.details.address).toHaveLength(1)
  })

  test.each([
    ['live', ZERO],
    ['sandbox', ZERO],
    ['live', SYSTEM_PROGRAM],
    ['sandbox', SYSTEM_PROGRAM],
  ] as const)('for the %s set %s has no owner: 422, and no request is sent', async (set, input) => {
    const answer = await requestScan(input, set, refusing, 0, 'key_a')
    expect(answer.status).toBe(422)
    expect(JSON.parse(String(answer.body)).error.code).toBe('UNPROCESSABLE')
  })
})

describe.each(['live', 'sandbox'] as const)('a scan of the %s set', (set) => {
  const asked: string[] = []
  const answering =
    (
      status: number,
      body: ApiResponse['body'],
      headers: Record<string, string> = {},
    ): InternalFetch =>
    async (address) => {
      asked.push(address)
      return { status, headers, body }
    }
  const scan = (origin: InternalFetch, input = EVM) => requestScan(input, set, origin, 0, 'key_a')
  const DONE = JSON.stringify({ success: true, data: { address: EVM } })

  test.each([
    EVM,
    SOLANA,
    'alice.eth',
    'N\u00eemes.sol',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.eth',
    'a+b&c=d?e#f%41.eth',
  ])('%s reaches the function letter by letter', async (input) => {
    asked.length = 0
    const answer = await scan(answering(200, DONE), input)
    expect(answer).toMatchObject({ status: 200, body: DONE })
    expect(asked).toHaveLength(1)
    const { pathname, searchParams } = new URL(asked[0] ?? '', 'http://localhost')
    expect(pathname).toBe('/_fn/wallet')
    expect([...searchParams]).toEqual([
      ['set', set],
      ['caller', 'key_a'],
      ['address', input],
    ])
  })

  test.each([
    ['INVALID_REQUEST', 400],
    ['NOT_FOUND', 404],
    ['UNPROCESSABLE', 422],
    ['NAME_RESOLUTION_FAILED', 502],
  ] as const)('that is refused with %s is refused as it is: %i', async (code, status) => {
    const body = JSON.stringify(errorBody(code, 'In these words.'))
    expect(await scan(answering(status, body))).toMatchObject({ status, body })
  })

  test('hears how long the request waited', async () => {
    const urls: string[] = []
    const origin: InternalFetch = async (address) => {
      urls.push(address)
      return { status: 200, headers: {}, body: DONE }
    }
    await requestScan(EVM, set, origin, 120, 'key_a')
    expect(new URL(urls[0] ?? '', 'http://localhost').searchParams.get('waited')).toBe('120')
  })

  test('that must wait is refused with the time that the function says', async () => {
    const body = JSON.stringify(errorBody('DATA_UNAVAILABLE', 'In these words.'))
    const answer = await scan(answering(503, body, { 'Retry-After': '17', 'X-Other': 'x' }))
    expect(answer).toMatchObject({ status: 503, body, fault: 'In these words.' })
    expect(answer.headers).toMatchObject({ 'Retry-After': '17' })
    expect(answer.headers).not.toHaveProperty('X-Other')
  })

  test.each<[string, InternalFetch]>([
    ['is not there', answering(404, null)],
    ['crashed', answering(502, null)],
    ['crashed in its own words', answering(502, '{"errorType":"Error","errorMessage":"x"}')],
    ['failed', answering(500, JSON.stringify(errorBody('INTERNAL_ERROR')))],
    [
      'says one status and means another',
      answering(404, JSON.stringify(errorBody('UNAUTHORIZED'))),
    ],
    ['forgets when to come back', answering(503, JSON.stringify(errorBody('DATA_UNAVAILABLE')))],
    ['was moved', answering(302, null)],
    ['says nothing', answering(200, null)],
    ['says nothing at all', answering(200, new Uint8Array())],
    ['breaks off', () => Promise.reject(new Error('reset by https://node.example/key'))],
  ])('by a function that %s: 503 with Retry-After', async (_, origin) => {
    const answer = await scan(origin)
    expect(answer.status).toBe(503)
    expect(answer.headers['Retry-After']).toBe('30')
    expect(answer.fault).toMatch(/^The function that scans failed: (status \d{3}|Error)$/)
    expect(JSON.parse(String(answer.body)).error.code).toBe('DATA_UNAVAILABLE')
  })

  test.each([
    [7_850, 0],
    [6_850, 1_000],
  ])('by a function that is silent ends after %i ms, %i ms spent before', async (ms, msSpent) => {
    vi.useFakeTimers()
    try {
      const answer = requestScan(EVM, set, () => new Promise(() => {}), msSpent, 'key_a')
      await vi.advanceTimersByTimeAsync(ms)
      expect((await answer).status).toBe(503)
    } finally {
      vi.useRealTimers()
    }
  })
})
