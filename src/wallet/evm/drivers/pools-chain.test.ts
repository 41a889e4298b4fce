import { beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import {
  type Balancer,
  type BalancerPool,
  balancerExit,
  createBalancerPool,
  deployBalancer,
  swapAtBalancer,
} from '../../../testing/wallet/evm/balancer.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { ALICE, BOB, DEPLOYER, deployToken, mint } from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import type { Finding } from '../../model/finding.ts'
import { balancer } from './balancer.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { poolRegistry } from './pool-registry.ts'

const ETHER = 10n ** 18n
const MILLION = 10n ** 6n
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const TRANSFER = 'function transfer(address, uint256) returns (bool)'

const legsIn = (found: Finding | undefined) =>
  found?.legs.map(({ role, symbol, amount }) => [role, symbol, amount])

describeOnAnvil('pools on a real chain', (rig) => {
  let dai: Address
  let usdc: Address
  beforeAll(async () => {
    dai = await deployToken(rig, 'DAI', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    for (const owner of [ALICE, BOB]) {
      await mint(rig, dai, owner, 1_000_000n * ETHER)
      await mint(rig, usdc, owner, 1_000_000n * MILLION)
    }
  }, 30_000)
  const coins = () => [
    { address: dai, symbol: 'DAI', decimals: 18 },
    { address: usdc, symbol: 'USDC', decimals: 6 },
  ]
  const held = (token: Address, owner = ALICE) => rig.read(token, BALANCE, [owner])

  describe('Balancer’s own vault', () => {
    let exchange: Balancer
    beforeAll(async () => {
      exchange = await deployBalancer(rig)
    }, 60_000)

    const entry = ({ pool, poolId }: BalancerPool, tokens: object[] = []) =>
      entryOf(balancer, {
        protocol: 'balancer-v2',
        product: 'lp',
        vault: exchange.vault,
        poolId,
        pool,
        tokens,
      })

    /** As the entry of all pools that the list holds, whose addresses stand in a row. */
    const walk = ({ pool }: BalancerPool) =>
      entryOf(poolRegistry, {
        protocol: 'balancer-v2',
        product: 'lp',
        walk: 'balancer-pools',
        list: pool,
        page: 400,
        pages: 1,
        vaults: { v2: exchange.vault },
      })

    test.each(['weighted', 'stable'] as const)(
      'pays for shares of a %s pool what was found',
      async (kind) => {
        const content: [Address, bigint][] = [
          [dai, 5_000n * ETHER + 1n],
          [usdc, 5_100n * MILLION + 1n],
        ]
        const pool = await createBalancerPool(rig, exchange, kind, content, BOB)
        await rig.send(pool.pool, TRANSFER, [ALICE, 1_234_567_890_123_456_789_012n], BOB)
        await swapAtBalancer(rig, exchange.vault, pool, 777n * 10n ** 6n, DEPLOYER)
        const paid = await balancerExit(rig, exchange.helpers, pool, await held(pool.pool), ALICE)
        const [found, ...rest] = await readOnRig(rig, balancer, entry(pool), ALICE)
        expect(rest).toEqual([])
        expect(found?.legs.map(({ token }) => token)).toEqual(pool.tokens)
        // The pool rounds the owner's share of the pool down to 18 decimals, and then each amount.
        const rounded = pool.tokens.map((token) => (token === dai ? 10_000n : 1n))
        for (const [at, { role, amount }] of (found?.legs ?? []).entries()) {
          expect(role).toBe('lp')
          expect(paid[at]).toBeGreaterThan(0n)
          expect(amount - (paid[at] ?? 0n)).toBeGreaterThanOrEqual(0n)
          expect(amount - (paid[at] ?? 0n)).toBeLessThanOrEqual(rounded[at] ?? 0n)
        }
        expect(await readOnRig(rig, balancer, entry(pool, coins()), ALICE)).toEqual([found])
        const [walked, ...others] = await readOnRig(rig, poolRegistry, walk(pool), ALICE)
        expect(legsIn(walked)).toEqual(legsIn(found))
        expect(others).toEqual([])
        expect(await readOnRig(rig, poolRegistry, walk(pool), DEPLOYER)).toEqual([])
        expect(await readOnRig(rig, balancer, entry(pool), DEPLOYER)).toEqual([])
      },
    )
  })
})
