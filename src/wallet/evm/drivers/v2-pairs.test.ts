import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { ALICE, BOB, deployToken } from '../../../testing/wallet/evm/rig.ts'
import { scanOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { burnedFor, createPair, deployUniswapV2 } from '../../../testing/wallet/evm/uniswap.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { v2Pairs } from './v2-pairs.ts'

const NONE = '0'.repeat(40)
const NOBODY_YET = 'ab'.repeat(20)

describeOnAnvil('pairs among main tokens, of the real Uniswap v2', (rig) => {
  let factory: Address
  let tokens: { address: Address; symbol: string; decimals: number }[]
  const pairs: Address[] = []
  beforeAll(async () => {
    factory = await deployUniswapV2(rig)
    tokens = []
    for (const symbol of ['ONE', 'TWO', 'SIX']) {
      tokens.push({ address: await deployToken(rig, symbol, 18), symbol, decimals: 18 })
    }
    const [one, two, six] = tokens.map(({ address }) => address)
    if (!one || !two || !six) throw new Error('three tokens')
    pairs.push(await createPair(rig, factory, [one, 4_000_000n], [two, 9_000_000n], ALICE))
    pairs.push(await createPair(rig, factory, [two, 5_000_000n], [six, 70_000n], ALICE))
  }, 60_000)

  const read = async (owner: Address, list: string[]) => {
    const entry = entryOf(v2Pairs, {
      factory,
      tokens,
      bases: 2,
      pairs: `0x${list.map((each) => each.replace('0x', '')).join('')}`,
    })
    return await scanOnRig(rig, (each) => v2Pairs.read(entry, each), owner)
  }
  /** ONE/TWO, ONE/SIX, TWO/SIX: the second does not exist. */
  const all = () => [pairs[0] ?? NONE, NOBODY_YET, pairs[1] ?? NONE]

  test('amounts are to the wei what burning pays', async () => {
    const { status, findings } = await read(ALICE, all())
    expect([status, findings.length]).toEqual(['ok', 2])
    for (const [at, pair] of pairs.entries()) {
      const found = findings.find(({ receiptToken }) => receiptToken === pair)
      const two = found?.legs.map(({ token }): Address => `0x${token.slice(2)}`) ?? []
      if (!two[0] || !two[1]) throw new Error(`pair ${at} was not found`)
      const paid = await burnedFor(rig, pair, [two[0], two[1]], ALICE)
      expect(found?.legs.map(({ amount }) => amount)).toEqual(paid)
    }
    const names = findings.map(({ market }) => [...(market ?? '').split('/')].toSorted().join())
    expect(names.toSorted()).toEqual(['ONE,TWO', 'SIX,TWO'])
  })

  test('are none for an owner without shares, and a pair with an entry of its own is left out', async () => {
    expect(await read(BOB, all())).toMatchObject({ status: 'ok', findings: [] })
    const { findings } = await read(ALICE, [NONE, NOBODY_YET, pairs[1] ?? NONE])
    expect(findings.map(({ receiptToken }) => receiptToken)).toEqual([pairs[1]])
  })

  test('are unreadable when there are fewer pairs than the tokens have', async () => {
    expect(await read(ALICE, [pairs[0] ?? NONE])).toMatchObject({ status: 'failed' })
  })
})
