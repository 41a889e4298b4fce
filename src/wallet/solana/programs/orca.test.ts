import { afterEach, beforeAll, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import {
  BONO,
  mint,
  ORCA,
  pool,
  position,
  protocolFees,
  tickArrays,
  USDC,
  vaults,
} from '../../../testing/wallet/solana/orca-accounts.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import { realTokens } from '../../../testing/wallet/solana/real-tokens.ts'
import { TOKEN, useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { decodeAddress, encodeAddress } from '../base58.ts'
import { orca } from './orca.ts'
import { MAX_NFTS } from './position-nfts.ts'

const owner = invented(1)
const NFT = encodeAddress(position.data.subarray(40, 72))
const FEES = { bono: 368_306_542n, usdc: 4913n }

const rpc = useSvm()
beforeAll(async () => {
  const tokens = await realTokens(rpc)
  await tokens.mint(USDC, 6)
  for (const account of [position, pool, mint, ...tickArrays]) rpc.plant(account)
  rpc.plant({ address: invented(20), owner: TOKEN, data: tokenAccountData(NFT, owner, 1n) })
  // Another NFT, and a token of which the wallet has more than one unit.
  rpc.plant({ address: invented(21), owner: TOKEN, data: tokenAccountData(BONO, owner, 1n) })
  rpc.plant({ address: invented(22), owner: TOKEN, data: tokenAccountData(USDC, owner, 2n) })
})
afterEach(() => {
  for (const account of [position, pool, mint, ...tickArrays]) rpc.plant(account)
})

const scan = (of = owner) => scanPrograms(rpc, [orca], of)

async function legs() {
  const { findings } = await scan()
  return findings.flatMap((each) =>
    each.legs.map(({ role, symbol, amount }) => [role, symbol, amount]),
  )
}

test('a position recorded on mainnet holds what Orca’s own library computes for it', async () => {
  const { findings, status, protocols } = await scan()
  expect(status).toBe('ok')
  expect(protocols).toContainEqual({ id: 'orca', status: 'ok' })
  expect(findings).toEqual([
    {
      protocol: 'orca',
      product: 'lp',
      market: 'CzYSquES…/USDC 0.3%',
      ref: NFT,
      receiptToken: null,
      // By `decreaseLiquidityQuote` and `collectFeesQuote` of @orca-so/whirlpools-core 3.1.0.
      legs: [
        { role: 'lp', token: BONO, symbol: 'CzYSquES…', decimals: 9, amount: 1_284_285_085_699n },
        { role: 'lp', token: USDC, symbol: 'USDC', decimals: 6, amount: 452_084_135n },
        { role: 'reward', token: BONO, symbol: 'CzYSquES…', decimals: 9, amount: FEES.bono },
        { role: 'reward', token: USDC, symbol: 'USDC', decimals: 6, amount: FEES.usdc },
      ],
      healthFactor: null,
      inRange: true,
      perp: null,
      source: 'onchain',
    },
  ])
})

test('the only position of a pool and the protocol’s fees are all that its vaults hold', async () => {
  const [bono = 0n, usdc = 0n, bonoFees = 0n, usdcFees = 0n] = (await legs()).map(([, , amount]) =>
    BigInt(amount ?? 0),
  )
  // The program rounds each payment in its own favour.
  expect(vaults.bono - (bono + bonoFees + protocolFees.bono)).toBe(3n)
  expect(vaults.usdc - (usdc + usdcFees + protocolFees.usdc)).toBe(3n)
})

test('ticks in an array of variable size are the same ticks, also behind other used ones', async () => {
  for (const { address, data } of tickArrays) {
    const more = Buffer.from(data)
    more[12 + 113 * 3] = 1
    rpc.plant({ address, owner: ORCA, data: dynamic(more) })
  }
  expect((await legs()).slice(2).map(([, , amount]) => amount)).toEqual([FEES.bono, FEES.usdc])
})

test('what a tick saw on its other side is not the position’s', async () => {
  const half = 281_960_843_340_760_244n / 2n
  for (const { address, data } of tickArrays) {
    const changed = Buffer.from(data)
    const index = changed.readInt32LE(8) < 0 ? 21 : 67
    changed.writeBigUInt64LE(half, 12 + 113 * index + 33)
    rpc.plant({ address, owner: ORCA, data: changed })
  }
  expect((await legs()).slice(2)).toEqual([['reward', 'USDC', FEES.usdc]])
})

test('a position without liquidity is only what is owed, and its ticks may be gone', async () => {
  for (const { address } of tickArrays) rpc.plant({ address, owner: ORCA, data: Buffer.alloc(0) })
  plantPosition({ liquidity: 0n, owedB: 12n })
  expect(await legs()).toEqual([['reward', 'USDC', 12n]])
  plantPosition({ liquidity: 0n, owedB: 0n })
  expect((await scan()).findings).toEqual([])
})

test.each([
  ['pool', pool.address],
  ['tick', tickArrays[0]?.address ?? ''],
  ['position', position.address],
])('a position whose %s cannot be read is found without a value', async (_, address) => {
  rpc.plant({ address, owner: ORCA, data: Buffer.alloc(9988) })
  const { findings } = await scan()
  expect(findings).toMatchObject([
    {
      ref: NFT,
      market: 'contents not readable',
      legs: [{ token: NFT, amount: 1n, isUnread: true }],
    },
  ])
})

test('a reward is counted in its own token, also one without a known name', async () => {
  const data = Buffer.from(pool.data)
  data.set(decodeAddress(BONO) ?? [], 269)
  data.writeBigUInt64LE(1n << 63n, 381)
  rpc.plant({ ...pool, data })
  // Half a unit for each unit of liquidity.
  expect((await legs())[4]).toEqual(['reward', 'CzYSquES…', 24_095_744_852n / 2n])
})

test('an account that Orca does not own is no position', async () => {
  rpc.plant({ ...position, owner: '1'.repeat(32) })
  expect((await scan()).findings).toEqual([])
})

test('a node that fails leaves the protocol unread', async () => {
  rpc.fault.rpcError = { code: -32603, message: 'internal error' }
  rpc.fault.methods = ['getTokenAccountsByOwner']
  const { protocols, findings } = await scan()
  expect(protocols).toContainEqual({ id: 'orca', status: 'failed', reason: 'rpc' })
  expect(findings).toEqual([])
})

test('a wallet without NFTs costs no request, and one with too many is reported', async () => {
  rpc.calls.clear()
  expect((await scan(invented(2))).status).toBe('ok')
  expect([...rpc.calls.values()].reduce((sum, count) => sum + count, 0)).toBe(5)

  const collector = invented(3)
  const hold = (number: number, amount: bigint) => {
    const data = tokenAccountData(invented(5000 + number), collector, amount)
    rpc.plant({ address: invented(6000 + number), owner: TOKEN, data })
  }
  for (let number = 0; number < MAX_NFTS; number++) hold(number, 1n)
  hold(MAX_NFTS, 2n)
  rpc.calls.clear()
  const before = rpc.requests()
  expect((await scan(collector)).findings).toEqual([])
  // The clock, the wallet, and two lists each of positions and of bundles.
  expect(rpc.calls.get('getMultipleAccounts')).toBe(6)
  expect(rpc.requests() - before).toBe(3)
  hold(MAX_NFTS + 1, 1n)
  const { findings } = await scan(collector)
  expect(findings).toMatchObject([{ protocol: 'orca', legs: [], isUnread: true }])
})

function plantPosition({ liquidity, owedB }: { liquidity: bigint; owedB: bigint }): void {
  const data = Buffer.from(position.data)
  data.writeBigUInt64LE(liquidity, 72)
  data.writeBigUInt64LE(owedB, 136)
  rpc.plant({ ...position, data })
}

/** The same ticks in Orca's array of variable size: bitmap first, and one byte for each tick that is not in use. */
function dynamic(fixed: Buffer): Buffer {
  const ticks = Array.from({ length: 88 }, (_, at) => fixed.subarray(12 + 113 * at, 125 + 113 * at))
  const used = ticks.map((tick) => tick[0] === 1)
  const bitmap = used.reduce((bits, is, at) => (is ? bits | (1n << BigInt(at)) : bits), 0n)
  const head = Buffer.alloc(60)
  head.set([17, 216, 246, 142, 225, 199, 218, 56])
  head.writeInt32LE(fixed.readInt32LE(8), 8)
  head.set(fixed.subarray(9956), 12)
  head.writeBigUInt64LE(bitmap & ((1n << 64n) - 1n), 44)
  head.writeBigUInt64LE(bitmap >> 64n, 52)
  return Buffer.concat([head, ...ticks.map((tick, at) => (used[at] ? tick : Buffer.alloc(1)))])
}
