import * as viemChains from 'viem/chains'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../chains/evm/call.ts'
import { SCAN_CHAINS } from '../../../chains/scan-chains.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at } from '../drivers/fixtures/fake-chain.ts'
import { parseContractList, scannedEntries } from './contract-list.ts'
import { receiptTokens } from './drivers.ts'
import { plainTokens, readHeld } from './held-tokens.ts'
import { openContracts } from './open-contracts.ts'

const OWNER = at(0xa11ce)
const MULTICALL3 = at(0xca11)
const [WETH, USDC, RECEIPT] = [at(1), at(2), at(3)]
const token = (address: string, symbol: string) => ({ address, symbol, decimals: 18 })
const common = { source: 'test', protocol: 'it', product: 'lst', driver: 'holding' }
const LIST = parseContractList(
  {
    chain: 'ethereum',
    chainId: 1,
    generatedFrom: {},
    entries: [
      { ...common, id: 'a', token: token(RECEIPT, 'stETH'), par: token(WETH, 'WETH') },
      { ...common, id: 'b', token: token(at(4), 'sUSDC'), par: token(USDC, 'USDC') },
    ],
  },
  'ethereum',
)
const native = { symbol: 'ETH', token: WETH }
const word = (value: bigint): Reply => ({
  ok: true,
  data: `0x${value.toString(16).padStart(64, '0')}`,
})

/** What is read when the coin and the tokens answer so. */
function heldWith(chain: Parameters<typeof readHeld>[0], replies: Reply[]) {
  const run = readHeld(chain, LIST, OWNER)
  const asked = run.next()
  if (asked.done) return { asked: [], found: asked.value }
  const found = run.next(replies)
  return { asked: asked.value.map(({ to }) => to), found: found.done ? found.value : null }
}

describe('coins and tokens of a wallet', () => {
  test('are the native coin and the tokens of the list that no entry counts, in one round', () => {
    const { asked, found } = heldWith({ native, multicall3: MULTICALL3 }, [
      word(5n),
      word(0n),
      word(7n),
    ])
    expect(asked).toEqual([MULTICALL3, WETH, USDC])
    expect(found).toMatchObject({
      held: [
        { token: null, symbol: 'ETH', decimals: 18, amount: 5n, pricedAs: WETH },
        { token: USDC, symbol: 'USDC', amount: 7n, pricedAs: USDC },
      ],
      unread: 0,
    })
  })

  test('could not be read where none answers', () => {
    const none: Reply = { ok: false }
    expect(() => heldWith({}, [none, none])).toThrow(Unreadable)
    expect(() => heldWith({ native }, [none, none, none])).toThrow(Unreadable)
    expect(heldWith({ native }, [word(5n), none, none]).found).toMatchObject({ unread: 2 })
  })

  test('are asked only for what another reader of the round does not know', () => {
    const known = (amounts: Partial<Record<string, bigint>>) => {
      const balances: Partial<Record<string, bigint>> = {}
      const run = readHeld(
        { native, multicall3: MULTICALL3 },
        LIST,
        OWNER,
        (token) => balances[token] ?? null,
      )
      const first = run.next()
      Object.assign(balances, amounts)
      const second = run.next([word(5n)])
      const asked = [first, second].map((each) => (each.done ? [] : each.value.map(({ to }) => to)))
      const last = second.done ? second : run.next([word(9n)])
      return { asked, held: last.done ? last.value.held.map(({ amount }) => amount) : null }
    }
    const all = known({ [WETH]: 0n, [USDC]: 7n })
    expect(all).toEqual({ asked: [[MULTICALL3], []], held: [5n, 7n] })
    const one = known({ [USDC]: 7n })
    expect(one).toEqual({ asked: [[MULTICALL3], [WETH]], held: [5n, 9n, 7n] })
  })

  test('count a coin once where a token is the same coin', () => {
    const chain = { native: { ...native, isToken: true as const }, multicall3: MULTICALL3 }
    expect(heldWith(chain, [word(5n), word(7n)]).asked).toEqual([MULTICALL3, USDC])
  })

  test('have the decimals of the token whose price they have: Arc’s coin has 18, and that token 6', () => {
    const arc = SCAN_CHAINS.find(({ key }) => key === 'arc')
    if (!arc) throw new Error('Arc is not scanned')
    const run = readHeld(arc, openContracts()('arc'), OWNER)
    const asked = run.next().value
    if (!Array.isArray(asked)) throw new Error('nothing was asked')
    const coin = 12_345_678_999_999_999_999n
    const found = run.next(asked.map((_, at) => word(at === 0 ? coin : 0n))).value
    expect(found).toMatchObject({
      held: [{ token: null, decimals: 6, amount: 12_345_678n, pricedAs: arc.native.token }],
    })
  })

  test('that do not answer are not zero', () => {
    const { found } = heldWith({ native, multicall3: MULTICALL3 }, [
      word(5n),
      { ok: false },
      word(7n),
    ])
    expect(found).toMatchObject({ unread: 1 })
    expect(() =>
      heldWith({ native, multicall3: MULTICALL3 }, [{ ok: false }, word(1n), word(7n)]),
    ).toThrow()
  })
})

describe.each(SCAN_CHAINS)('on $name', ({ key, chainId, native }) => {
  const list = openContracts()(key)

  test('no token is read whose balance an entry counts', () => {
    const counted = new Set(scannedEntries(list).flatMap((entry) => receiptTokens(entry)))
    expect(plainTokens(list).filter(({ address }) => counted.has(address))).toEqual([])
  })

  test('the native coin is that of viem, at the price of a token that the list has', () => {
    const named = Object.values(viemChains).filter(({ id }) => id === chainId)
    const { symbol, decimals = 18, token } = native
    expect(named.map(({ nativeCurrency }) => nativeCurrency)).toContainEqual(
      expect.objectContaining({ symbol, decimals }),
    )
    const symbols = plainTokens(list)
      .filter(({ address }) => address === token)
      .map((each) => each.symbol.toUpperCase())
    if (token) expect([`W${symbol}`, symbol]).toContain(symbols[0])
  })
})
