import { describe, expect, test } from 'vitest'
import { PROBLEMS, type ProblemCode, problemResponse } from '../../contract/problems.ts'
import { askForScan, type ScanAnswer } from './ask.ts'
import { UNKNOWN } from './fixtures/scans.ts'
import { addressOf, chainsAsked, checkForm, curlFor, fragmentFor } from './form.ts'

const KEY = 'dpk_live_0'
const NOW = Date.parse('2026-11-21T09:00:00Z')
const EVM = '0x5ca1ab1e00000000000000000000000000000001'
const SOLANA = 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2'
const EMPTY = { ...UNKNOWN, address: EVM }

const ask = (get: typeof fetch, cancel = new AbortController().signal) =>
  askForScan('a/b?c.eth', KEY, { get, cancel, now: () => NOW })
const answering = (body: unknown, status = 200) =>
  ask(async () => new Response(JSON.stringify(body), { status }))
const problemOf = (outcome: ScanAnswer) => (outcome.kind === 'problem' ? outcome.problem : null)

describe('a request', () => {
  test('has the key in a header only, and the address in the path', async () => {
    const asked: [string, RequestInit | undefined][] = []
    await ask(async (input, init) => {
      asked.push([String(input), init])
      return new Response('{}')
    })
    expect(asked[0]?.[0]).toBe('/v1/wallet/a%2Fb%3Fc.eth')
    expect(asked[0]?.[1]).toMatchObject({
      headers: { 'X-API-Key': KEY },
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
  })

  test('without a key has the address in the body only, with the cookie of who is signed in', async () => {
    const asked: [string, RequestInit | undefined][] = []
    const get: typeof fetch = async (input, init) => {
      asked.push([String(input), init])
      return new Response('{}')
    }
    await askForScan(EVM, '', { get, cancel: new AbortController().signal, now: () => NOW })
    const [[path, init] = ['', undefined]] = asked
    expect(path).toBe('/account/api/scan')
    expect(init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ address: EVM }),
    })
    // Any other policy could take the origin off, without which it is refused.
    expect(init?.referrerPolicy).toBe('same-origin')
  })

  test('that was cancelled is neither a scan nor a problem', async () => {
    const cancel = new AbortController()
    const outcome = ask(async (_, init) => {
      cancel.abort()
      throw init?.signal?.reason
    }, cancel.signal)
    expect(await outcome).toEqual({ kind: 'cancelled' })
  })

  test('without an answer says that nothing is known', async () => {
    const { text } = problemOf(await ask(async () => Promise.reject(new TypeError()))) ?? {}
    expect(text).toContain('Nothing is known about the wallet')
  })
})

describe('an answer without a key', () => {
  const askFreely = (body: unknown, status: number, headers: Record<string, string>) =>
    askForScan(EVM, '', {
      get: async () => new Response(JSON.stringify(body), { status, headers }),
      cancel: new AbortController().signal,
      now: () => NOW,
    })

  test('says what is left of the day', async () => {
    const headers = { 'X-RateLimit-Remaining': '2', 'X-RateLimit-Limit': '3' }
    const done = { success: true, data: EMPTY }
    expect(await askFreely(done, 200, headers)).toMatchObject({ allowance: { left: 2, limit: 3 } })
    expect(await askFreely(done, 200, {})).toMatchObject({ allowance: null })
  })

  test('when the day is used up says how to have more', async () => {
    const { error } = await problemResponse('RATE_LIMIT_EXCEEDED').json()
    const shown = problemOf(await askFreely({ error }, 429, { 'Retry-After': '60' }))
    expect(shown?.text).toContain('Try again in 60 seconds')
    expect(shown?.text).toContain('Signed in there are 10 a day; with a key, more.')
  })
})

describe('an answer', () => {
  test('that is whole is a scan', async () => {
    expect(await answering({ success: true, data: EMPTY })).toMatchObject({
      kind: 'scan',
      scan: EMPTY,
    })
  })

  test.each([
    [{}],
    [null],
    [[]],
    ['text'],
    [{ data: { ...EMPTY, positions: undefined } }],
    [{ data: { ...EMPTY, positions: [null] } }],
    [{ data: { ...EMPTY, positions: [{}] } }],
    [{ data: { ...EMPTY, coverage: {} } }],
    [{ data: { ...EMPTY, coverage: [{}] } }],
    [{ data: { ...EMPTY, flags: null } }],
    [{ data: { ...EMPTY, knownGaps: 'none' } }],
    [{ data: { ...EMPTY, sanctions: {} } }],
    [{ data: { ...EMPTY, totals: null } }],
    [{ data: { ...EMPTY, riskSummary: null } }],
    [{ data: { ...EMPTY, positionSource: 7 } }],
    [{ data: { ...EMPTY, address: 7 } }],
  ])('%j is no scan, least of all an empty one', async (body) => {
    expect(problemOf(await answering(body))?.title).toBe('An unexpected answer')
  })

  test('is not parsed when it is too long', async () => {
    const body = JSON.stringify({ data: { ...EMPTY, more: 'x'.repeat(8_000_000) } })
    expect((await ask(async () => new Response(body))).kind).toBe('problem')
  })
})

describe('an error', () => {
  test.each(Object.keys(PROBLEMS) as ProblemCode[])(
    '%s has its text and a link to its page',
    async (code) => {
      const problem = problemOf(await ask(async () => problemResponse(code)))
      expect(problem).toMatchObject({
        title: PROBLEMS[code].message,
        documentation: `/docs/errors/${code}/`,
      })
    },
  )

  test('gives the reason of the field', async () => {
    const details = { address: ['must be an EVM address'] }
    const problem = problemOf(
      await ask(async () => problemResponse('INVALID_REQUEST', { details })),
    )
    expect(problem?.text).toMatch(/^The address must be an EVM address\. Correct/)
  })

  test.each([
    ['30', 'Try again in 30 seconds, after 21 Nov 2026, 09:00 UTC.'],
    ['3600', 'Try again in 60 minutes, after 21 Nov 2026, 10:00 UTC.'],
    ['86400', 'Try again in 24 hours, after 22 Nov 2026, 09:00 UTC.'],
  ])('with Retry-After %s says when', async (seconds, sentence) => {
    const headers = { 'Retry-After': seconds }
    const answer = problemResponse('RATE_LIMIT_EXCEEDED', { headers })
    expect(problemOf(await ask(async () => answer))?.text).toBe(sentence)
  })

  test('of the platform, without our form, has no link from outside', async () => {
    const body = { error: { code: 'constructor', documentation: 'https://evil.example' } }
    expect(problemOf(await answering(body, 504))).toEqual({
      title: 'An unexpected answer',
      text: 'Status 504, in a form that this page cannot read. Nothing is known about the wallet.',
      documentation: null,
    })
  })
})

describe('the form', () => {
  test.each([
    ['', KEY, { address: 'Enter an address or a name.', key: null }],
    [EVM, '', { address: null, key: null }],
    [EVM, 'a b', { address: null, key: expect.stringContaining('Check what was pasted') }],
    [
      '0x1',
      KEY,
      { address: expect.stringMatching(/^This must be an EVM, Solana or Tron address/), key: null },
    ],
    [`0x${'0'.repeat(40)}`, KEY, { address: expect.stringContaining('no owner'), key: null }],
    ['a.eth', KEY, { address: null, key: null }],
  ])('checks %j and %j before anything is sent', (address, key, problems) => {
    expect(checkForm(address, key)).toEqual(problems)
  })

  test('says which chains are asked, and that the sandbox asks none', () => {
    const chains = { evm: ['Ethereum', 'Base'], solana: ['Solana'], tron: ['Tron'] }
    expect(chainsAsked('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', KEY, chains)).toBe(chains.tron)
    expect(chainsAsked(EVM, KEY, chains)).toBe(chains.evm)
    expect(chainsAsked('a.eth', KEY, chains)).toBe(chains.evm)
    expect(chainsAsked('a.sol', KEY, chains)).toBe(chains.solana)
    expect(chainsAsked(SOLANA, KEY, chains)).toBe(chains.solana)
    expect(chainsAsked(EVM, 'dpk_test_0', chains)).toBeNull()
  })

  test('takes an address from a link, and gives it back', () => {
    for (const address of [EVM, 'N\u00eemes.eth', 'a&b=c #d.eth']) {
      expect(addressOf(fragmentFor(address))).toBe(address)
    }
    expect(addressOf('')).toBe('')
    expect(addressOf(`#address=${'a'.repeat(300)}`)).toHaveLength(255)
  })

  test('shows the request for a shell without the key of the reader', () => {
    const site = 'https://risk.example.org'
    const own = curlFor(site, "it's$(x).eth", KEY)
    expect(own).not.toContain(KEY)
    expect(own).toBe(`curl -s -H "X-API-Key: $PLIMSOLL_KEY" '${site}/v1/wallet/it%27s%24(x).eth'`)
    expect(curlFor(site, EVM, 'dpk_test_0')).toContain("'X-API-Key: dpk_test_0'")
  })
})
