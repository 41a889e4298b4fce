import { beforeAll, describe, expect, test } from 'vitest'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { type Fault, faultSchema, KEYS, startFaultyWorld } from './faulty-world.ts'
import { answerOf, OWNER, protocolOn, vaultOn } from './scan-world.ts'

type Options = Parameters<typeof startFaultyWorld>[0]

/** A scan, of which no answer says where a node is or with which key it is asked. */
async function scan(options: Options, change: Partial<ScanDeps> = {}, input: string = OWNER) {
  const world = await startFaultyWorld({ suffix: '/s3cr3t', ...options })
  try {
    const outcome = await scanWallet(input, { ...world.deps, ...change })
    expect(JSON.stringify(outcome)).not.toMatch(/s3cr3t|127\.0\.0\.1|http/)
    return { world, outcome }
  } finally {
    await world.stop()
  }
}

const answer = (...args: Parameters<typeof scan>) =>
  answerOf(scan(...args).then(({ outcome }) => outcome))

// The first scan of a process loads and checks what the later ones have, which takes a busy machine long.
beforeAll(async () => {
  await answer({}, {}, 'alice.eth')
})

const STATUSES: Record<string, string> = {
  clear: '200',
  DATA_UNAVAILABLE: '503',
  NAME_RESOLUTION_FAILED: '502',
}

/** The HTTP status of an answer that clears the account, or of the refusal. */
async function httpStatus(...args: Parameters<typeof scan>) {
  const { outcome } = await scan(...args)
  const verdict = outcome.kind === 'scanned' ? outcome.result.sanctions.status : outcome.code
  return STATUSES[verdict] ?? verdict
}

type Result = Awaited<ReturnType<typeof answer>>
const statuses = ({ coverage }: Result) =>
  Object.fromEntries(coverage.map(({ chain, status }) => [chain, status]))
/** How each protocol of a chain was read: `ok`, or why it failed. */
const readingsOf = (result: Result, name: string) => {
  const protocols = result.coverage.find(({ chain }) => chain === name)?.protocols ?? []
  return Object.fromEntries(protocols.map(({ id, status, reason }) => [id, reason ?? status]))
}

const SOUND: Record<string, string> = {
  Arbitrum: 'ok',
  Base: 'ok',
  Ethereum: 'ok',
  Hyperliquid: 'ok',
}
const NAMES = { ethereum: 'Ethereum', arbitrum: 'Arbitrum', base: 'Base' } as const
type Key = keyof typeof NAMES

/** The only node of each of these chains has the fault. */
const on = (keys: readonly Key[], fault: Fault) => ({
  faults: Object.fromEntries(keys.map((key) => [key, fault] as const)),
})

/**
 * The status of a chain when it alone has this fault (Arbitrum), when Ethereum has it too, and when all three chains have
 * it. Then what is answered, by HTTP status: when all chains have it and the exchange fails as well; to a name (an Ethereum
 * without Multicall3, which says what chain it is, is none); and when all
 * have it and no list says anything of the account. Last the status of all chains when a second node of each is sound: of a
 * contract's failure a node can lie, and no other one is asked.
 */
const CHAINS = table(`
  fault                   one          some         all          exchange  name  unlisted  second
  hang                    timeout      timeout      timeout      503       502   503       ok
  headers-then-stall      timeout      timeout      timeout      503       502   503       ok
  slow-drip               timeout      timeout      timeout      503       502   503       ok
  http-403                unavailable  unavailable  unavailable  503       502   503       ok
  http-429                unavailable  unavailable  unavailable  503       502   503       ok
  http-503                unavailable  unavailable  unavailable  503       502   503       ok
  redirect                unavailable  unavailable  unavailable  503       502   503       ok
  html                    unavailable  unavailable  unavailable  503       502   503       ok
  empty                   unavailable  unavailable  unavailable  503       502   503       ok
  truncated               unavailable  unavailable  unavailable  503       502   503       ok
  broken-off              unavailable  unavailable  unavailable  503       502   503       ok
  no-answer               unavailable  unavailable  unavailable  503       502   503       ok
  wrong-id                unavailable  unavailable  unavailable  503       502   503       ok
  null-result             unavailable  unavailable  unavailable  503       502   503       ok
  rpc-32005               unavailable  unavailable  unavailable  503       502   503       ok
  rpc-32603               unavailable  unavailable  unavailable  503       502   503       ok
  rpc-revert              unavailable  unavailable  unavailable  503       502   503       ok
  refused                 unavailable  unavailable  unavailable  503       502   503       ok
  too-long                unavailable  unavailable  unavailable  503       502   503       ok
  gzip-bomb               unavailable  unavailable  unavailable  503       502   503       ok
  wrong-chain             unavailable  unavailable  unavailable  503       502   503       ok
  calls-fail              unavailable  unavailable  unavailable  503       502   503       unavailable
  dies-after-first-round  partial      partial      partial      200       200   200       ok
  reorg                   partial      partial      partial      200       200   200       ok
  no-multicall3           ok           ok           ok           200       502   200       ok
  refuses-lists           ok           ok           ok           200       200   200       ok
  refuses-lists-200       ok           ok           ok           200       200   200       ok
  refuses-lists-413       ok           ok           ok           200       200   200       ok
`)

/** The status of the exchange, and why a price is missing when the price service has this fault. */
const SERVICES = table(`
  fault               exchange     prices
  hang                timeout      upstream-failed
  headers-then-stall  timeout      upstream-failed
  slow-drip           timeout      upstream-failed
  http-403            unavailable  upstream-failed
  http-429            unavailable  upstream-failed
  http-503            unavailable  upstream-failed
  redirect            unavailable  upstream-failed
  html                unavailable  upstream-failed
  empty               unavailable  upstream-failed
  truncated           unavailable  upstream-failed
  broken-off          unavailable  upstream-failed
  no-answer           unavailable  upstream-failed
  rpc-32005           unavailable  upstream-failed
  refused             unavailable  upstream-failed
  gzip-bomb           unavailable  upstream-failed
`)

type Row = Record<string, string>

/** Rows of words under the names of their columns. */
function table(text: string): Row[] {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return rows.map((row) => Object.fromEntries(row.map((word, at) => [head[at], word])))
}

/** What is said of the two protocols of a chain: `ok`, or why they failed. The vault takes a second round. */
const READ: Record<string, [staked: string, vault: string]> = {
  'dies-after-first-round': ['ok', 'rpc'],
  'calls-fail': ['contract', 'contract'],
  'rpc-revert': ['contract', 'contract'],
}
const READ_BY_STATUS: typeof READ = {
  ok: ['ok', 'ok'],
  partial: ['ok', 'ok'],
  timeout: ['rpc', 'rpc'],
  unavailable: ['rpc', 'rpc'],
}

function cellsOf(row: Row): void {
  const fault = faultSchema.parse(row.fault)

  test.each([
    ['one chain', ['arbitrum'], row.one],
    ['some chains', ['ethereum', 'arbitrum'], row.some],
    ['all chains', KEYS, row.all],
  ] as const)('of %s: the answer reports these and no other', async (_, keys, status) => {
    const result = await answer(on(keys, fault))
    const expected = Object.fromEntries(keys.map((key) => [NAMES[key], status]))
    expect(statuses(result)).toEqual({ ...SOUND, ...expected })
    const read = READ[fault] ?? READ_BY_STATUS[status ?? '']
    for (const key of KEYS) {
      const [staked, vault] = (keys.some((each) => each === key) && read) || ['ok', 'ok']
      const protocols = { [protocolOn(key)]: staked, [vaultOn(key)]: vault }
      expect(readingsOf(result, NAMES[key])).toEqual(protocols)
      const held = Object.keys(protocols).filter((id) => protocols[id] === 'ok')
      const found = result.positions.filter(({ chain }) => chain === NAMES[key])
      expect(found.map(({ protocolSlug }) => protocolSlug).sort()).toEqual(held.sort())
    }
    expect(result.totals.complete).toBe(status === 'ok')
    expect(result.riskSummary.flags?.includes('incomplete-coverage') ?? null).toBe(
      result.positions.length === 0 ? null : status !== 'ok',
    )
  })

  test('of all chains, while the exchange is down, leave as much as was seen', async () => {
    const { faults } = on(KEYS, fault)
    expect(await httpStatus({ faults: { ...faults, exchange: 'http-503' } })).toBe(row.exchange)
  })

  test('make of a name what the table says', async () => {
    expect(await httpStatus(on(['ethereum'], fault), {}, 'alice.eth')).toBe(row.name)
  })

  test('clear no address that they do not know', async () => {
    expect(await httpStatus(on(KEYS, fault), { sanctions: null })).toBe(row.unlisted)
  })

  test('are made good by sound ones behind them', async () => {
    const result = await answer({ ...on(KEYS, fault), hasSecondNodes: true })
    const expected = Object.fromEntries(KEYS.map((key) => [NAMES[key], row.second]))
    expect(statuses(result)).toEqual({ ...SOUND, ...expected })
    expect(result.totals.complete).toBe(row.second === 'ok')
    expect(result.positions).toHaveLength(row.second === 'ok' ? 6 : 0)
  })
}

/** They take time to read, and a machine that is busy with several is late with all. */
const isHeavy = ({ fault }: Row) => fault === 'too-long' || fault === 'gzip-bomb'
describe.concurrent.each(CHAINS.filter((row) => !isHeavy(row)))(
  'nodes with the fault $fault',
  cellsOf,
)
describe.each(CHAINS.filter(isHeavy))('nodes with the fault $fault', cellsOf)

describe.concurrent.each(SERVICES)('a service with the fault $fault', (row) => {
  const fault = faultSchema.parse(row.fault)

  test('that is the exchange leaves the chains as they are', async () => {
    const result = await answer({ faults: { exchange: fault } })
    expect(statuses(result)).toEqual({ ...SOUND, Hyperliquid: row.exchange })
    expect(readingsOf(result, 'Hyperliquid')).toEqual({
      hyperliquid: 'provider',
      'hyperliquid-spot-orderbook': 'provider',
    })
    expect(result.totals).toMatchObject({ suppliedUsd: 120, complete: false })
  })

  test('that knows prices leaves positions without a value', async () => {
    const result = await answer({ faults: { prices: fault } })
    expect(statuses(result)).toEqual(SOUND)
    const legs = result.positions.flatMap((position) => position.legs)
    expect(legs.map(({ usd, missing }) => [usd, missing])).toEqual(
      Array.from({ length: 6 }, () => [null, row.prices]),
    )
    for (const key of KEYS) {
      const protocols = { [protocolOn(key)]: 'price', [vaultOn(key)]: 'price' }
      expect(readingsOf(result, NAMES[key])).toEqual(protocols)
    }
    expect(result.totals.complete).toBe(false)
  })
})

test('a question that a node leaves out of its answer to a list is asked again', async () => {
  const result = await answer(on(KEYS, 'cuts-lists'))
  expect(statuses(result)).toEqual(SOUND)
  expect(result.positions).toHaveLength(6)
})

test('a node that is too busy is not asked again, whatever it says of later', async () => {
  const { world } = await scan(on(KEYS, 'http-429'))
  // The chain and, on two chains, the oracle of sanctions: one request with one question or two.
  expect(KEYS.map((key) => world.servers[key].seen.length)).toEqual([2, 1, 2])
})
