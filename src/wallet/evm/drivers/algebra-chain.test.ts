import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import {
  type Algebra,
  algebraWithdrawalOf,
  createAlgebraPool,
  deployAlgebra,
  deployAlgebraTrader,
  mintAlgebraPosition,
} from '../../../testing/wallet/evm/algebra.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { ALICE, BOB, deployToken } from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { decreasePosition, inOrder, positionIds } from '../../../testing/wallet/evm/uniswap.ts'
import type { Finding } from '../../model/finding.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { uniswapV3 } from './uniswap-v3.ts'

describeOnAnvil('positions at Algebra, on a real chain', (rig) => {
  let algebra: Algebra
  let tokens: [Address, Address]
  let ids: bigint[]
  beforeAll(async () => {
    tokens = inOrder(await deployToken(rig, 'ONE', 18), await deployToken(rig, 'TWO', 6))
    algebra = await deployAlgebra(rig)
    await createAlgebraPool(rig, algebra, tokens)
    for (const range of [
      { lower: -600, upper: 600, amount: 10n ** 12n },
      { lower: -887220, upper: 887220, amount: 10n ** 13n },
      { lower: 60, upper: 1200, amount: 123456789123n },
      { lower: -3000, upper: -60, amount: 987654321n },
      { lower: 6000, upper: 12000, amount: 10n ** 9n },
    ]) {
      await mintAlgebraPosition(rig, algebra, tokens, range, ALICE)
    }
    ids = await positionIds(rig, algebra, ALICE)
    const swap = await deployAlgebraTrader(rig, algebra, tokens)
    for (const round of [1n, 7n, 3n]) {
      await swap(tokens[0], round * 10n ** 11n + 7n)
      await swap(tokens[1], round * 3n * 10n ** 11n + 11n)
      // A part taken out and not collected yet is owed by the manager.
      await decreasePosition(rig, algebra, ids[1] ?? 0n, 12_345n * round, ALICE)
    }
  }, 60_000)

  const find = (owner: Address, shape: object = { algebra: true }) =>
    readOnRig(
      rig,
      uniswapV3,
      entryOf(uniswapV3, {
        product: 'lp',
        manager: algebra.positionManager,
        factory: algebra.factory,
        ...shape,
      }),
      owner,
    )
  const sums = (finding: Finding | undefined, role: string) =>
    tokens.map((token) =>
      (finding?.legs ?? [])
        .filter((leg) => leg.role === role && leg.token === token)
        .reduce((total, leg) => total + leg.amount, 0n),
    )

  test('are to the wei what the contract would pay out', async () => {
    const findings = await find(ALICE)
    expect(findings.map(({ ref, market }) => [ref, market])).toEqual(
      ids.map((id) => [String(id), expect.stringMatching(/^(ONE.TWO|TWO.ONE)$/)]),
    )
    let fees = 0n
    for (const [at, id] of ids.entries()) {
      const { held, unclaimed } = await algebraWithdrawalOf(rig, algebra, id, ALICE)
      const [lp, claims] = [sums(findings[at], 'lp'), sums(findings[at], 'reward')]
      const both = lp.map((amount, of) => amount + (claims[of] ?? 0n))
      expect({ id, both }).toEqual({
        id,
        both: held.map((part, of) => part + (unclaimed[of] ?? 0n)),
      })
      // What the manager owes of the one that was taken out of is principal and fees in one number.
      if (at !== 1) expect({ id, claims }).toEqual({ id, claims: unclaimed })
      fees += claims[0] ?? 0n
    }
    expect(fees).toBeGreaterThan(0n)
    expect(findings.map(({ inRange }) => inRange)).toContain(false)
  })

  test('are counted and not guessed where the manager is taken for one of Uniswap', async () => {
    const findings = await find(ALICE, {})
    const unread = {
      market: 'contents not readable',
      legs: [{ symbol: 'position NFT', isUnread: true }],
    }
    expect(findings).toMatchObject(ids.map(() => unread))
  })

  test('are none for an owner without NFTs', async () => {
    expect(await find(BOB)).toEqual([])
  })
})
