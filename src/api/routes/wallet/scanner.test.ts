import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readWalletSettings } from '../../../config/wallet.ts'
import { sanctions, screener } from '../../../testing/api/scan-documents.ts'
import {
  HELD,
  HOLDER,
  settingsOfFewChains,
  startWalletWorld,
  type WalletWorld,
} from '../../../testing/api/wallet-world.ts'
import { SCAN_LIMITS } from '../../../wallet/scan-deps.ts'
import { handleWallet, openWalletScans } from './function.ts'
import { createScanner, limitsFor, type ScanDocument, type ScannerOptions } from './scanner.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const ON_SOLANA = 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2'

/** No test but those of time may miss a deadline, however slow the machine is. */
const PATIENT = { namesMs: 60_000, chainsMs: 60_000, pricesMs: 60_000, answerMs: 120_000 }

let world: WalletWorld

beforeAll(async () => {
  world = await startWalletWorld(() => NOW)
})

afterAll(() => world.stop())

/** Documents that may be replaced; one that is undefined cannot be read. */
function published(change: Partial<Record<ScanDocument, unknown>> = {}) {
  const documents: Record<ScanDocument, unknown> = {
    'screener.json': screener(HELD.protocol),
    'aliases.json': {},
    'sanctions.json': sanctions(),
    'graph.json': { day: '2026-11-21', protocols: [] },
    'protocol-facts.json': {},
    ...change,
  }
  const logged: unknown[] = []
  const options: ScannerOptions = {
    settings: settingsOfFewChains(world),
    loadDocument: async (name) =>
      documents[name] ?? Promise.reject(new Error(`The document ${name} cannot be read.`)),
    fetch,
    now: () => NOW,
    log: (error) => logged.push(error),
    scanLimits: PATIENT,
  }
  return { documents, logged, options }
}

async function scan(options: ScannerOptions, input: string = HOLDER, msLeft = 120_000) {
  const outcome = await createScanner(options)(input, () => msLeft)
  if (outcome.kind !== 'scanned') throw new Error(`${outcome.code}: ${outcome.reason}`)
  return outcome.result
}

describe('scores', () => {
  test('are those of the published index', async () => {
    const { portfolioScore, positions } = await scan(published().options)
    expect(portfolioScore).toBe(2.5)
    expect(positions[0]).toMatchObject({ protocol: 'It', protocolSlug: HELD.protocol })
  })

  test('are found by a former slug', async () => {
    const { options } = published({
      'screener.json': screener('it-of-today'),
      'aliases.json': { [HELD.protocol]: 'it-of-today' },
    })
    expect(await scan(options)).toMatchObject({
      portfolioScore: 2.5,
      positions: [{ protocolSlug: 'it-of-today' }],
    })
  })

  test('change with the next scan after a new one is published', async () => {
    const { documents, options } = published()
    const scanner = createScanner(options)
    const scoreNow = async () => {
      const outcome = await scanner(HOLDER, () => 120_000)
      return outcome.kind === 'scanned' ? outcome.result.portfolioScore : outcome
    }
    expect(await scoreNow()).toBe(2.5)
    documents['screener.json'] = screener(HELD.protocol, 7.1)
    expect(await scoreNow()).toBe(7.1)
  })

  test.each<[string, Partial<Record<ScanDocument, unknown>>]>([
    ['no index', { 'screener.json': undefined }],
    ['half an index', { 'screener.json': { ...screener('x'), count: 2 } }],
    ['no former slugs', { 'aliases.json': undefined }],
    ['former slugs that are none', { 'aliases.json': [1] }],
  ])('with %s there is no scan: 503', async (_, change) => {
    const { options, logged } = published(change)
    const scans = openWalletScans({ ...options, clock: () => performance.now() })
    const request = new Request(`http://localhost/_fn/wallet?address=${HOLDER}`)
    const response = await handleWallet(request, {
      scanSandbox: (input) => scans(input, 'key_a'),
      scan: scans,
      log: options.log,
    })
    expect(response.status).toBe(503)
    expect(response.headers.has('retry-after')).toBe(true)
    expect(logged).toHaveLength(1)
  })
})

describe('the sanctions list', () => {
  test('names whom it names', async () => {
    const { options, logged } = published({ 'sanctions.json': sanctions(HOLDER) })
    expect((await scan(options)).sanctions.status).toBe('listed')
    expect(logged).toEqual([])
  })

  test.each<[string, unknown]>([
    ['missing', undefined],
    ['cut', { source: 'ofac' }],
  ])('that is %s clears no address: the oracles must, and it is logged', async (_, list) => {
    const { options, logged } = published({ 'sanctions.json': list })
    const { sanctions: screened } = await scan(options)
    expect(screened.status).toBe('clear')
    expect(screened.sources.find(({ id }) => id === 'ofac')?.hit ?? null).toBeNull()
    expect(logged).toHaveLength(1)
    const refused = world.while('dead', ['ethereum', 'base'], () => scan(options))
    await expect(refused).rejects.toThrow(/DATA_UNAVAILABLE.*sanctioned/)
  })
})

describe('the graph', () => {
  const standingIn = async (document: unknown) => {
    const { options, logged } = published({ 'graph.json': document })
    const { riskSummary } = await scan(options)
    return { logged, standsOn: 'standsOn' in riskSummary ? riskSummary.standsOn : 'none' }
  }

  test('says what the wallet stands on', async () => {
    const { standsOn, logged } = await standingIn({ day: '2026-11-21', protocols: [] })
    expect(standsOn).toMatchObject({
      day: '2026-11-21',
      issuers: [{ id: HELD.protocol, share: 1 }],
    })
    expect(logged).toEqual([])
  })

  test.each([
    ['missing', undefined],
    ['cut', { day: '2026-11-21' }],
  ])('that is %s is logged, and nothing is said', async (_, document) => {
    const { standsOn, logged } = await standingIn(document)
    expect(standsOn).toBeNull()
    expect(logged).toHaveLength(1)
  })
})

describe('time', () => {
  test.each([
    [7_500.9, 7_500, 5_000],
    [6_500, 6_500, 5_000],
    [6_499, 6_499, 4_999],
    [4_500.5, 4_500, 3_000],
    [1_500, 1_500, 0],
    [-1, 0, 0],
    [9_000, 7_700, 5_000],
  ])('with %d ms left ends after %i, of which the chains have %i', (msLeft, answerMs, chainsMs) => {
    expect(limitsFor(msLeft, SCAN_LIMITS)).toEqual({ ...SCAN_LIMITS, answerMs, chainsMs })
  })

  test('that is short ends a scan with what was read', async () => {
    const options = { ...published().options, scanLimits: { ...SCAN_LIMITS, pricesMs: 500 } }
    const { coverage } = await world.while('silent', ['polygon'], () =>
      scan(options, HOLDER, 3_000.5),
    )
    expect(coverage.find(({ chain }) => chain === 'Polygon')?.status).toBe('timeout')
    expect(coverage.find(({ chain }) => chain === 'Base')?.status).toBe('ok')
  })
})

test.each([
  ['is asked', { JUPITER_API_KEY: 'k' }, true],
  ['is not asked without a key', {}, false],
])('Jupiter %s', async (_, env, isAsked) => {
  const asked: string[] = []
  const { options } = published()
  await scan(
    {
      ...options,
      settings: readWalletSettings({ ...world.env, ...env }),
      fetch: (url, init) => {
        asked.push(url)
        return url.includes('jup.ag') ? Promise.reject(new Error('no')) : fetch(url, init)
      },
    },
    ON_SOLANA,
  )
  expect(asked.some((url) => url.startsWith('https://api.jup.ag/'))).toBe(isAsked)
})
