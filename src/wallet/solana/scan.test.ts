import { beforeAll, describe, expect, test } from 'vitest'
import {
  invented,
  lendingData,
  stakeData,
  stakePoolData,
  tokenAccountData,
} from '../../testing/wallet/solana/accounts.ts'
import { clockAccount } from '../../testing/wallet/solana/clock.ts'
import { marinade } from '../../testing/wallet/solana/rate-accounts.ts'
import { realTokens } from '../../testing/wallet/solana/real-tokens.ts'
import {
  type Fault,
  startSvmRpc,
  TOKEN,
  TOKEN_2022,
  useSvm,
} from '../../testing/wallet/solana/svm-rpc.ts'
import { lend, lst, tokenList } from '../../testing/wallet/solana/token-list.ts'
import { JUPITER_LEND_PROGRAM, SOL, STAKE_PROGRAM, USDC } from './program-ids.ts'
import { type SolanaScan, scanSolana } from './scan.ts'
import { connectSolana } from './web3.ts'

const owner = invented(1)
const validator = invented(2)
const MARINADE_STAKER = 'stWirqFCf2Uts1JBL1Jsd3r6VBWhgnpdPxCTe1MFjrq'
const SPL_POOLS = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'
const JITO = lst('JitoSOL')
const MSOL = lst('mSOL')
const JLUSDC = lend('jlUSDC')
const TOKEN_2022_LST = {
  ...MSOL,
  pool: null,
  mint: invented(30),
  symbol: 'newSOL',
  protocol: 'new-lst',
}
const extended = { ...tokenList, lsts: [...tokenList.lsts, TOKEN_2022_LST] }

const rpc = useSvm()
beforeAll(async () => {
  const tokens = await realTokens(rpc)
  for (const { mint, decimals } of [JITO, MSOL, JLUSDC]) await tokens.mint(mint, decimals)
  await tokens.mint(TOKEN_2022_LST.mint, 9, TOKEN_2022)
  await tokens.mint(invented(31), 6)
  await tokens.give(owner, JITO.mint, 3_000_000_000n)
  await tokens.give(owner, MSOL.mint, 4_000_000_000n)
  await tokens.give(owner, JLUSDC.mint, 50_000_000n)
  await tokens.give(owner, invented(31), 999n)
  await tokens.mint(USDC.mint, USDC.decimals)
  await tokens.give(owner, USDC.mint, 8n)
  await tokens.give(owner, TOKEN_2022_LST.mint, 6n, TOKEN_2022)
  await tokens.give(invented(9), JITO.mint, 77n)
  // A second account of a mint, as wallets have them that are not associated accounts.
  rpc.plant({ address: invented(40), owner: TOKEN, data: tokenAccountData(JITO.mint, owner, 7n) })
  rpc.plant({ address: JITO.pool ?? '', owner: SPL_POOLS, data: jitoPool() })
  rpc.plant({ ...marinade, data: marinade.epoch778 })
  const market = lendingData(JLUSDC.underlying.mint, JLUSDC.mint, 1_100_000_000_000n)
  rpc.plant({ address: JLUSDC.market, owner: JUPITER_LEND_PROGRAM, data: market })
  plantStake(50, 5_000_000_000n, stakeData({ withdrawer: owner, voter: validator }))
  plantStake(51, 6n, stakeData({ withdrawer: owner, staker: MARINADE_STAKER, voter: validator }))
  // Not a stake account, though of that program and with the owner's key at the same place.
  plantStake(53, 9n, Buffer.concat([stakeData({ withdrawer: owner }), Buffer.alloc(8)]))
  plantStake(52, 8n, stakeData({ withdrawer: invented(9), staker: owner }))
  rpc.plant({ address: owner, owner: '1'.repeat(32), lamports: 123n })
})

const jitoPool = () => stakePoolData(JITO.mint, 1_200_000n, 1_000_000n)

function plantStake(number: number, lamports: bigint, data: Buffer): void {
  rpc.plant({ address: invented(number), owner: STAKE_PROGRAM, data, lamports })
}

async function scan(urls = [rpc.url]): Promise<SolanaScan> {
  const isSilent = rpc.fault.hang === true || rpc.fault.stall === true
  const timeoutMs = isSilent && urls.length === 1 ? 300 : 4000
  const signal = AbortSignal.timeout(4500)
  const chain = await connectSolana({
    nowMs: Date.now(),
    urls,
    fetch,
    deadline: signal,
    timeoutMs,
    hedgeMs: 100,
  })
  return await scanSolana(owner, {
    chain,
    tokenList: extended,
    providers: [],
    programs: [],
    signal,
  })
}

/** Role, token and amount of every leg, by protocol. */
function legsOf({ findings }: SolanaScan) {
  return findings.map(({ protocol, legs }) => [
    protocol,
    ...legs.flatMap(({ role, symbol, amount }) => [role, symbol, amount]),
  ])
}

const STAKED = [
  ['solana-native-stake', 'stake', 'SOL', 5_000_000_000n],
  ['marinade-native', 'stake', 'SOL', 6n],
]

test('every planted position is found: both token programs, rates, stake accounts', async () => {
  const found = await scan()
  expect(found.status).toBe('ok')
  expect(found.kind).toBe('wallet')
  const legs = legsOf(found)
  expect(legs).toHaveLength(6)
  expect(legs).toEqual(
    expect.arrayContaining([
      ['jito-liquid-staking', 'stake', 'SOL', 3_600_000_008n],
      ['marinade-liquid-staking', 'stake', 'SOL', 5_154_223_030n],
      ['new-lst', 'stake', 'newSOL', 6n],
      ['jupiter-lend', 'supply', 'USDC', 55_000_000n],
      ...STAKED,
    ]),
  )
  expect(found.findings.find(({ protocol }) => protocol === JITO.protocol)).toMatchObject({
    product: 'lst',
    receiptToken: JITO.mint,
    market: 'JitoSOL',
    legs: [{ token: SOL.mint, decimals: 9 }],
    source: 'onchain',
  })
  expect(found.protocols.every(({ status }) => status === 'ok')).toBe(true)
})

test('SOL and listed tokens outside positions are held, tokens on no list are not', async () => {
  const { held } = await scan()
  expect(held).toEqual([
    { token: null, symbol: 'SOL', decimals: 9, amount: 123n, pricedAs: SOL.mint },
    { token: USDC.mint, symbol: 'USDC', decimals: 6, amount: 8n, pricedAs: USDC.mint },
  ])
})

test('a wallet that holds nothing is ok and empty, with five questions in two requests', async () => {
  rpc.calls.clear()
  const signal = AbortSignal.timeout(2000)
  const chain = await connectSolana({ nowMs: Date.now(), urls: [rpc.url], fetch, deadline: signal })
  const empty = await scanSolana(invented(99), {
    chain,
    tokenList,
    providers: [],
    programs: [],
    signal,
  })
  expect(empty).toMatchObject({ status: 'ok', findings: [], kind: 'wallet' })
  const asked = [...rpc.calls.values()].reduce((sum, count) => sum + count, 0)
  expect(asked).toBe(5)
  expect(chain.requests()).toBe(2)
})

test('a rate that cannot be read loses no position, and is reported', async () => {
  rpc.fault.rpcError = { code: -32603, message: 'internal error' }
  rpc.fault.methods = ['getMultipleAccounts']
  const found = await scan()
  expect(found.status).toBe('partial')
  expect(legsOf(found)).toContainEqual([JITO.protocol, 'stake', 'JitoSOL', 3_000_000_007n])
  expect(legsOf(found)).toContainEqual(['jupiter-lend', 'supply', 'jlUSDC', 50_000_000n])
  expect(found.protocols).toContainEqual({ id: JITO.protocol, status: 'failed', reason: 'rpc' })
  expect(found.protocols).toContainEqual({ id: TOKEN_2022_LST.protocol, status: 'ok' })
})

test('a node that leaves accounts out of its answer gives no rates', async () => {
  rpc.fault.methods = ['getMultipleAccounts']
  rpc.fault.result = { context: { slot: 1 }, value: [] }
  const found = await scan()
  expect(legsOf(found)).toContainEqual([JITO.protocol, 'stake', 'JitoSOL', 3_000_000_007n])
  expect(found.protocols).toContainEqual({ id: JITO.protocol, status: 'failed', reason: 'rpc' })
})

test('a pool that is not the pool of its token gives no rate', async () => {
  const stranger = stakePoolData(invented(60), 9n, 1n)
  rpc.plant({ address: JITO.pool ?? '', owner: SPL_POOLS, data: stranger })
  const found = await scan()
  rpc.plant({ address: JITO.pool ?? '', owner: SPL_POOLS, data: jitoPool() })
  expect(legsOf(found)).toContainEqual([JITO.protocol, 'stake', 'JitoSOL', 3_000_000_007n])
  expect(found.protocols).toContainEqual({
    id: JITO.protocol,
    status: 'failed',
    reason: 'contract',
  })
  expect(found.status).toBe('partial')
})

test('a node that refuses to search stake accounts fails them, and only them', async () => {
  rpc.fault.rpcError = { code: -32010, message: 'excluded from account secondary indexes' }
  rpc.fault.methods = ['getProgramAccounts']
  const found = await scan()
  expect(found.status).toBe('partial')
  expect(found.findings).toHaveLength(4)
  expect(found.protocols.filter(({ status }) => status !== 'ok')).toEqual([
    { id: 'solana-native-stake', status: 'failed', reason: 'rpc' },
    { id: 'marinade-native', status: 'failed', reason: 'rpc' },
  ])
})

test('a search for stake accounts that takes all the time there is costs no rate', async () => {
  rpc.fault.hang = true
  rpc.fault.methods = ['getProgramAccounts']
  const deadline = AbortSignal.timeout(600)
  const chain = await connectSolana({
    nowMs: Date.now(),
    urls: [rpc.url],
    fetch,
    deadline,
    timeoutMs: 60_000,
  })
  const options = { chain, tokenList: extended, providers: [], programs: [], signal: deadline }
  const found = await scanSolana(owner, options)
  expect(found.status).toBe('partial')
  expect(legsOf(found)).toContainEqual([JITO.protocol, 'stake', 'SOL', 3_600_000_008n])
  expect(chain.requests()).toBe(3)
})

test('a wallet that holds something is read with three requests', async () => {
  const before = rpc.requests()
  expect((await scan()).findings).toHaveLength(6)
  expect(rpc.requests() - before).toBe(3)
})

test.each([
  ['an error', { status: 200, body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600}}' }],
  ['status 400', { status: 400, body: 'no lists' }],
  ['status 413', { status: 413, body: '' }],
])('a node that answers lists with %s is asked one by one', async (_, noLists) => {
  rpc.fault.noLists = noLists
  const before = rpc.requests()
  expect(await scan()).toMatchObject({ status: 'ok', kind: 'wallet' })
  // The list, its four questions, the stake accounts, the rates.
  expect(rpc.requests() - before).toBe(7)
})

test('a node that leaves accounts of someone else in its answer is not accepted', async () => {
  rpc.fault.methods = ['getTokenAccountsByOwner']
  const data = [tokenAccountData(JITO.mint, invented(9), 5n).toString('base64'), 'base64']
  rpc.fault.result = { context: slotNow(), value: [{ account: { data } }] }
  const found = await scan()
  expect(found.status).toBe('partial')
  expect(legsOf(found)).toEqual(expect.arrayContaining(STAKED))
  expect(found.findings).toHaveLength(2)
  expect(found.protocols).toContainEqual({
    id: JITO.protocol,
    status: 'failed',
    reason: 'contract',
  })
})

// One of each kind; `rpc.test.ts` and `rpc-lists.test.ts` have all.
const FAULTS: [string, Fault, SolanaScan['status']][] = [
  ['hangs', { hang: true }, 'timeout'],
  ['answers 429', { status: 429 }, 'unavailable'],
  ['answers other questions', { wrongId: true }, 'unavailable'],
  ['answers nonsense', { result: { surprise: true } }, 'unavailable'],
]

test.each(FAULTS)(
  'a node that %s leaves nothing seen, never an empty ok',
  async (_, fault, status) => {
    Object.assign(rpc.fault, fault)
    const found = await scan()
    expect(found).toMatchObject({ status, findings: [] })
    expect(found.protocols.every((each) => each.status === 'failed' && each.reason === 'rpc')).toBe(
      true,
    )
  },
)

test.each(FAULTS)('token accounts that a node %s for are failed, not empty', async (_, fault) => {
  Object.assign(rpc.fault, fault, { methods: ['getTokenAccountsByOwner'] })
  const found = await scan()
  expect(found.status).toBe('partial')
  expect(legsOf(found)).toEqual(expect.arrayContaining(STAKED))
  expect(found.findings).toHaveLength(2)
  const failed = found.protocols.filter(({ status }) => status === 'failed')
  expect(failed.map(({ id }) => id)).toEqual(
    expect.arrayContaining([JITO.protocol, 'jupiter-lend']),
  )
})

test('10,000 token accounts are read before the deadline', async () => {
  const value = Array.from({ length: 10_000 }, (_, i) => {
    const mint = i === 5000 ? MSOL.mint : TOKEN
    const data = tokenAccountData(mint, owner, 1n).subarray(0, 72)
    return { pubkey: mint, account: { data: [data.toString('base64'), 'base64'] } }
  })
  rpc.fault.methods = ['getTokenAccountsByOwner']
  rpc.fault.result = { context: slotNow(), value }
  const signal = AbortSignal.timeout(4000)
  const chain = await connectSolana({ nowMs: Date.now(), urls: [rpc.url], fetch, deadline: signal })
  const found = await scanSolana(owner, { chain, tokenList, providers: [], programs: [], signal })
  expect(found.status).toBe('ok')
  // One account under either program.
  expect(legsOf(found)).toContainEqual([MSOL.protocol, 'stake', 'SOL', 2n])
})

function slotNow() {
  return { slot: Number(rpc.svm.getClock().slot) }
}

describe('a node that is behind', () => {
  const HOURS_MS = 3 * 3_600_000
  const scanAt = async (urls: string[], nowMs: number) => {
    const signal = AbortSignal.timeout(4000)
    const chain = await connectSolana({ urls, fetch, deadline: signal, nowMs })
    const found = await scanSolana(owner, { chain, tokenList, providers: [], programs: [], signal })
    return { found, requests: chain.requests() }
  }
  const block = () => {
    const { slot, unixTimestamp } = rpc.svm.getClock()
    return { slot: Number(slot), time: Number(unixTimestamp) }
  }

  test.each([
    ['behind', HOURS_MS],
    ['ahead', -HOURS_MS],
  ])('is not accepted when it is hours %s, and the chain is stale', async (_, ms) => {
    const { found } = await scanAt([rpc.url], Date.now() + ms)
    expect(found).toMatchObject({ status: 'stale', findings: [], block: block() })
    expect(found.protocols.every(({ status }) => status === 'failed')).toBe(true)
  })

  test('is asked nothing more, and the next one is read', async () => {
    const later = await startSvmRpc(rpc.svm, Date.now() + HOURS_MS)
    // Both serve the same chain, and the clock of the first one stands still.
    const asked: string[] = []
    const old = clockAccount(1, Date.now() / 1000)
    const behind: typeof fetch = async (url, init) => {
      asked.push(String(url))
      const response = await fetch(url, init)
      if (String(url) !== rpc.url) return response
      const said: unknown = await response.json()
      const back = (each: { result?: { value?: { owner?: string }[] } }) =>
        each.result?.value?.[0]?.owner === old.owner
          ? { ...each, result: { ...each.result, value: [old] } }
          : each
      return Response.json(Array.isArray(said) ? said.map(back) : back(Object(said)))
    }
    const signal = AbortSignal.timeout(4000)
    const urls = [rpc.url, later.url]
    const nowMs = Date.now() + HOURS_MS
    const chain = await connectSolana({ urls, fetch: behind, deadline: signal, nowMs })
    const found = await scanSolana(owner, { chain, tokenList, providers: [], programs: [], signal })
    await later.stop()
    expect(found.status).toBe('ok')
    expect(found.block?.time).toBe(block().time)
    // The list, and the search for stake accounts that began beside it.
    expect(asked.filter((url) => url === rpc.url).length).toBeLessThanOrEqual(2)
  })

  test('and does not return a time has its answers dated by their slots', async () => {
    const clock = rpc.svm.getClock()
    clock.slot += 1_000n
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
    rpc.svm.setClock(clock)
    rpc.fault.methods = ['getTokenAccountsByOwner']
    rpc.fault.result = { context: { slot: Number(clock.slot) - 900 }, value: [] }
    const { found } = await scanAt([rpc.url], Date.now())
    expect(found.status).toBe('partial')
    expect(found.protocols).toContainEqual({ id: MSOL.protocol, status: 'failed', reason: 'rpc' })
  })
})
