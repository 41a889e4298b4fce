import { describe, expect, test } from 'vitest'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, entryOf, type Fact, holds, runDriver, says } from './fixtures/fake-chain.ts'
import { type HoldingEntry, holding } from './holding.ts'

const OWNER = at(0xa11ce)
const TOKEN = { address: at(1), symbol: 'wstETH', decimals: 18 }
const STETH = { address: at(2), symbol: 'stETH', decimals: 18 }
const RATES = at(3)
const PLACE = at(4)
const WAD = 10n ** 18n

function entry(fields: object = {}): HoldingEntry {
  return entryOf(holding, { market: 'wstETH', token: TOKEN, ...fields })
}

const withRate = (name: string) => entry({ rate: { contract: RATES, function: name, of: STETH } })
const read = (of: HoldingEntry, ...facts: Fact[]) => runDriver(holding, of, OWNER, facts)

describe('a token that is the whole position', () => {
  test('is reported as itself without a rate, and as what it is redeemed for at par', () => {
    const facts = [holds(TOKEN.address, OWNER, 3n * WAD)]
    expect(read(entry(), ...facts)).toMatchObject({
      findings: [
        {
          receiptToken: TOKEN.address,
          legs: [{ role: 'stake', token: TOKEN.address, symbol: 'wstETH', amount: 3n * WAD }],
        },
      ],
      rounds: { length: 1 },
    })
    expect(read(entry({ par: STETH }), ...facts).findings).toMatchObject([
      { receiptToken: TOKEN.address, legs: [{ token: STETH.address, amount: 3n * WAD }] },
    ])
  })

  test.each([
    ['of one token', 'anyRate()', 'anyRate() view', [], (WAD * 12n) / 10n, (WAD * 24n) / 10n],
    [
      'of the whole amount',
      'anyWorth(uint256)',
      'anyWorth(uint256) view',
      [2n * WAD],
      WAD + 777n,
      WAD + 777n,
    ],
  ])('is reported by a rate %s', (_, name, signature, args, answer, amount) => {
    const { findings } = read(
      withRate(name),
      holds(TOKEN.address, OWNER, 2n * WAD),
      says(RATES, `function ${signature} returns (uint256)`, args, answer),
    )
    expect(findings).toMatchObject([
      { receiptToken: TOKEN.address, legs: [{ token: STETH.address, symbol: 'stETH', amount }] },
    ])
  })

  test('of six decimals is worth its rate for a million units', () => {
    const [held, usdc] = [
      { ...TOKEN, decimals: 6 },
      { ...STETH, symbol: 'USDC', decimals: 6 },
    ]
    const rate = { contract: RATES, function: 'getRate()', of: usdc }
    const { findings } = read(
      entry({ token: held, rate }),
      holds(TOKEN.address, OWNER, 3_000_000n),
      says(RATES, 'getRate', [], 1_100_000n),
    )
    expect(findings).toMatchObject([{ legs: [{ symbol: 'USDC', amount: 3_300_000n }] }])
  })

  const USDC = { ...STETH, symbol: 'USDC', decimals: 6 }
  const feed = { contract: RATES, function: 'getDataInBase18()', of: USDC, decimals: 18 }
  const has = holds(TOKEN.address, OWNER, 2n * WAD)

  test('is worth the price of a feed, in the decimals that its row names', () => {
    const price = says(RATES, 'getDataInBase18', [], (WAD * 105n) / 100n)
    expect(read(entry({ rate: feed }), has, price).findings).toMatchObject([
      { receiptToken: TOKEN.address, legs: [{ symbol: 'USDC', amount: 2_100_000n }] },
    ])
  })

  test('is reported as itself while a feed that pauses has no price, and unreadable without one that does not', () => {
    const paused = entry({ rate: { ...feed, pauses: true } })
    expect(read(paused, has).findings).toMatchObject([{ legs: [{ amount: 2n * WAD }] }])
    expect(() => read(entry({ rate: feed }), has)).toThrow(Unreadable)
  })

  test.each([0n, 1n])('is not hidden by a rate of %i: it is reported as itself', (rate) => {
    const { findings } = read(
      withRate('getRate()'),
      holds(TOKEN.address, OWNER, 3n * WAD),
      says(RATES, 'getRate', [], rate),
    )
    expect(findings).toMatchObject([{ legs: [{ token: TOKEN.address, amount: 3n * WAD }] }])
  })

  test('is unreadable without the rate that its row names', () => {
    expect(() => read(withRate('getRate()'), holds(TOKEN.address, OWNER, WAD))).toThrow(Unreadable)
  })

  test.each(['getRate', 'getRate(address)', 'transfer(address,uint256)'])(
    'has no rate by %s',
    (name) => {
      expect(() => withRate(name)).toThrow()
    },
  )
})

describe('what another contract counts', () => {
  const asks = (name: string, more: object = {}) => ({ contract: PLACE, function: name, ...more })
  const COOLDOWNS = 'cooldowns(address) -> (uint104,uint152)'
  const waiting = entry({
    role: 'supply',
    ref: 'cooldown',
    balance: asks(COOLDOWNS, { result: 1 }),
    unlock: asks(COOLDOWNS),
  })
  const cooldown = (end: bigint, amount: bigint) => says(PLACE, 'cooldowns', [OWNER], end, amount)
  const now = (time: bigint) => says(MULTICALL3, 'getCurrentBlockTimestamp', [], time)

  test.each([
    [99n, false],
    [100n, true],
  ])('and unlocks at 100 can be taken at %i: %s', (time, isClaimable) => {
    const { findings, rounds } = read(waiting, cooldown(100n, 55n), now(time))
    expect(findings).toMatchObject([
      {
        ref: 'cooldown',
        receiptToken: null,
        legs: [{ role: 'supply', token: TOKEN.address, amount: 55n }],
        withdrawal: { unlocksAt: 100, isClaimable },
      },
    ])
    expect(rounds.map((calls) => calls.length)).toEqual([1, 1])
  })

  test('and never had a time to wait for can be taken, without a time', () => {
    const { findings } = read(waiting, cooldown(0n, 55n), now(1n))
    expect(findings).toMatchObject([{ withdrawal: { unlocksAt: null, isClaimable: true } }])
  })

  test('of which rewards alone are left waits for nothing', () => {
    const locked = { ...earning, unlock: waiting.unlock }
    const { findings } = read(locked, cooldown(100n, 0n), ...earns(0n, 5n))
    expect(findings).toMatchObject([{ legs: [{ role: 'reward', amount: 5n }] }])
    expect(findings[0]).not.toHaveProperty('withdrawal')
  })

  test('as a token does has that token as its receipt', () => {
    const staked = entry({ balance: asks('balanceOf(address) -> (uint256)') })
    expect(read(staked, holds(PLACE, OWNER, 7n)).findings).toMatchObject([
      { receiptToken: PLACE, legs: [{ role: 'stake', token: TOKEN.address, amount: 7n }] },
    ])
    expect(holding.receiptTokens?.(staked)).toEqual([PLACE])
    expect(holding.receiptTokens?.(waiting)).toEqual([])
  })

  test('costs one call where there is nothing', () => {
    expect(read(waiting, cooldown(0n, 0n))).toMatchObject({ findings: [], rounds: [{ length: 1 }] })
  })

  const earning = entry({
    collateral: false,
    balance: asks('stakes(address) -> (uint256)'),
    rewards: [
      {
        token: STETH,
        claim: asks('balance(address,address) -> (uint256)', { args: [STETH.address, 'owner'] }),
      },
    ],
  })
  const earns = (stake: bigint, reward: bigint) => [
    says(PLACE, 'stakes', [OWNER], stake),
    says(PLACE, 'balance', [STETH.address, OWNER], reward),
  ]

  test('has its rewards, also when nothing else is left', () => {
    const reward = { role: 'reward', token: STETH.address, amount: 5n }
    const { findings } = read(earning, ...earns(7n, 5n))
    expect(findings).toMatchObject([
      { legs: [{ role: 'stake', amount: 7n, collateral: false }, reward] },
    ])
    expect(read(earning, ...earns(0n, 5n)).findings).toMatchObject([{ legs: [reward] }])
    expect(read(earning, ...earns(0n, 0n)).findings).toEqual([])
  })

  test('is unreadable without an answer, and with one that is no amount', () => {
    expect(() => read(earning, ...earns(7n, 5n).slice(1))).toThrow(Unreadable)
    expect(() => read(earning, ...earns(7n, 5n).slice(0, 1))).toThrow(Unreadable)
    const locked = 'locked(address) -> (int128,uint256)'
    const negative = says(PLACE, locked, [OWNER], -1n, 5n)
    expect(() => read(entry({ balance: asks(locked) }), negative)).toThrow('no amount')
    const third = asks(locked, { result: 2 })
    const two = says(PLACE, locked, [OWNER], 1n, 5n)
    expect(() => read(entry({ balance: third }), two)).toThrow('no amount')
  })

  test('is asked by the whole shape of a function', () => {
    for (const name of ['stakes', 'stakes(address)', 'stakes(address) -> uint256'])
      expect(() => entry({ balance: asks(name) })).toThrow()
  })
})
