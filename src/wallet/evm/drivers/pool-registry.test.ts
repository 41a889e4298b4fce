import { beforeAll, expect, test } from 'vitest'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  deployLocal,
  deployToken,
  mint,
  type Rig,
} from '../../../testing/wallet/evm/rig.ts'
import { readOnRig, scanOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { type PoolRegistryEntry, poolRegistry } from './pool-registry.ts'

const FILE = 'pools.sol'
const ADD = 'function add(address pool, address token, address gauge)'
const MINT = 'function mint(address to, uint256 amount)'
const SET = 'function set(address owner, uint256 amount, uint256 reward)'
const REWARD: Address = `0x${'c7'.repeat(20)}`

/** Reads through the planner, as a scan does: the lens is run without being deployed. */
async function read(rig: Rig, entry: PoolRegistryEntry, owner: Address) {
  const reading = await scanOnRig(rig, (each) => poolRegistry.read(entry, each), owner)
  const found = reading.findings
  return {
    status: reading.status,
    isUnread: found.some((each) => each.isUnread),
    legs: found.flatMap(({ market, protocol, legs }) =>
      legs.map(({ role, amount, symbol }) => `${protocol} ${market}: ${role} ${amount} ${symbol}`),
    ),
  }
}

function poolsOf(fields: object): PoolRegistryEntry {
  return entryOf(poolRegistry, {
    product: 'lp',
    protocol: 'curve-dex',
    page: 400,
    pages: 1,
    ...fields,
  })
}

describeOnAnvil('the pools of a registry, on anvil', (rig) => {
  let one: Address
  let two: Address
  let pool: Address
  let farm: Address
  let registry: Address
  const deployPool = (symbol: string) =>
    deployLocal(rig, FILE, 'Pool', 'string, address[], uint256[]', [
      symbol,
      [one, two],
      [1000n, 50n],
    ])
  const deployFarm = (token: Address) => deployLocal(rig, FILE, 'Farm', 'address', [token])
  const reward = (claim: string) => ({
    token: { address: REWARD, symbol: 'CRV', decimals: 18 },
    claim,
  })
  beforeAll(async () => {
    one = await deployToken(rig, 'ONE', 18)
    two = await deployToken(rig, 'TWO', 6)
    pool = await deployPool('crvLP')
    farm = await deployFarm(pool)
    registry = await deployLocal(rig, FILE, 'Registry')
    const other = await deployPool('other')
    await rig.send(registry, ADD, [other, other, ZERO_ADDRESS])
    await rig.send(registry, ADD, [pool, pool, farm])
    await rig.send(pool, MINT, [ALICE, 10n])
    await rig.send(pool, MINT, [farm, 30n])
    await rig.send(farm, SET, [ALICE, 20n, 7n])
  }, 60_000)

  const curve = (fields: object = {}) =>
    poolsOf({
      walk: 'curve-factory',
      registry,
      gauges: { contract: registry, by: 'get_gauge' },
      reward: reward('claimable_tokens'),
      ...fields,
    })

  test('are found loose and in the gauge, as a share of every coin, with the reward', async () => {
    expect(await read(rig, curve(), ALICE)).toEqual({
      status: 'ok',
      isUnread: false,
      legs: [
        'curve-dex crvLP: lp 250 ONE',
        'curve-dex crvLP: lp 12 TWO',
        'curve-dex crvLP: stake 500 ONE',
        'curve-dex crvLP: stake 25 TWO',
        'curve-dex crvLP: reward 7 CRV',
      ],
    })
    expect(await read(rig, curve(), BOB)).toEqual({ status: 'ok', isUnread: false, legs: [] })
  })

  test('without what other entries count', async () => {
    const { legs } = await read(rig, curve({ except: [farm] }), ALICE)
    expect(legs).toEqual(['curve-dex crvLP: lp 250 ONE', 'curve-dex crvLP: lp 12 TWO'])
  })

  test('with a token apart from the pool', async () => {
    const token = await deployPool('LP token')
    const apart = await deployLocal(rig, FILE, 'Registry')
    await rig.send(apart, ADD, [pool, token, ZERO_ADDRESS])
    await rig.send(token, MINT, [ALICE, 5n])
    const entry = poolsOf({ walk: 'curve-crypto-factory', registry: apart })
    expect((await read(rig, entry, ALICE)).legs).toEqual([
      'curve-dex LP token: lp 1000 ONE',
      'curve-dex LP token: lp 50 TWO',
    ])
  })

  test('are found in the reward contracts of a booster, by the pool of the token', async () => {
    const entry = poolsOf({
      protocol: 'convex-finance',
      walk: 'convex',
      registry,
      poolOfToken: registry,
      reward: reward('earned'),
    })
    expect((await read(rig, entry, ALICE)).legs).toEqual([
      'convex-finance crvLP: stake 500 ONE',
      'convex-finance crvLP: stake 25 TWO',
      'convex-finance crvLP: reward 7 CRV',
    ])
  })

  test('are found as markets of Pendle, loose and in the reward contracts of Equilibria', async () => {
    const booster = await deployLocal(rig, FILE, 'PendleBooster')
    const market = await deployToken(rig, 'PENDLE-LPT', 18)
    const rewards = await deployFarm(market)
    const others = await deployToken(rig, 'OTHER-LPT', 18)
    const record = 'function add(address market, address rewardPool)'
    await rig.send(booster, record, [others, await deployFarm(others)])
    await rig.send(booster, record, [market, rewards])
    await mint(rig, market, ALICE, 40n)
    await rig.send(rewards, SET, [ALICE, 9n, 0n])
    const factory = await deployLocal(rig, FILE, 'MarketSet')
    for (const each of [others, market])
      await rig.send(factory, 'function add(address market)', [each])
    const loose = poolsOf({ protocol: 'pendle', walk: 'pendle-markets', list: factory, slot: 53 })
    expect(await read(rig, loose, ALICE)).toEqual({
      status: 'ok',
      isUnread: false,
      legs: ['pendle PENDLE-LPT: lp 40 PENDLE-LPT'],
    })
    const listed = poolsOf({ ...loose, except: [market] })
    expect((await read(rig, listed, ALICE)).legs).toEqual([])
    const staked = poolsOf({ protocol: 'equilibria', walk: 'equilibria', registry: booster })
    expect(await read(rig, staked, ALICE)).toEqual({
      status: 'ok',
      isUnread: false,
      legs: ['equilibria PENDLE-LPT: stake 9 PENDLE-LPT'],
    })
    for (const each of [loose, staked]) expect((await read(rig, each, BOB)).legs).toEqual([])
  })

  test('are staked in the books of Penpie, each with its receipt, and not counted in the wallet', async () => {
    const master = await deployLocal(rig, FILE, 'MasterPenpie')
    const [market, locked] = [
      await deployToken(rig, 'PENDLE-LPT', 18),
      await deployToken(rig, 'PNP', 18),
    ]
    const receipt: Address = `0x${'ec'.repeat(20)}`
    await rig.send(master, 'function add(address token, address receipt)', [market, receipt])
    await rig.send(master, 'function add(address token, address receipt)', [locked, ZERO_ADDRESS])
    for (const token of [market, locked]) {
      await mint(rig, token, ALICE, 100n)
      await approve(rig, token, master, ALICE)
      await rig.send(master, 'function deposit(address, uint256)', [token, 60n], ALICE)
    }
    const entry = poolsOf({ protocol: 'penpie', walk: 'penpie', registry: master })
    expect(await read(rig, entry, ALICE)).toEqual({
      status: 'ok',
      isUnread: false,
      legs: ['penpie PENDLE-LPT: stake 60 PENDLE-LPT', 'penpie PNP: stake 60 PNP'],
    })
    const found = await readOnRig(rig, poolRegistry, entry, ALICE)
    // The market is Pendle's, its own token is not.
    expect(found.map(({ within }) => within)).toEqual(['pendle', undefined])
    const refs = found.map(({ ref }) => ref)
    expect(refs).toEqual([receipt, master])
    expect((await read(rig, entry, BOB)).legs).toEqual([])
    // A pool whose books do not answer is not an empty one.
    await rig.send(master, 'function add(address token, address receipt)', [
      ZERO_ADDRESS,
      ZERO_ADDRESS,
    ])
    expect((await read(rig, entry, BOB)).isUnread).toBe(true)
  })

  test('are supplied where a list is one of tokens that are no shares of a pool', async () => {
    const [principal, future] = [await deployToken(rig, 'PT', 6), await deployToken(rig, 'YT', 6)]
    await mint(rig, principal, ALICE, 70n)
    await mint(rig, future, BOB, 80n)
    const list = `0x${principal.slice(2)}${future.slice(2)}`
    const entry = poolsOf({ protocol: 'pendle', product: 'vault', walk: 'tokens', list })
    expect((await read(rig, entry, ALICE)).legs).toEqual(['pendle PT: supply 70 PT'])
    expect((await read(rig, entry, BOB)).legs).toEqual(['pendle YT: supply 80 YT'])
  })

  test('of a list are found by the vault of their version, loose and in gauges', async () => {
    const [second, third] = [await deployPool('BPT2'), await deployPool('BPT3')]
    await rig.send(second, 'function setId(bytes32 id)', [`0x${'12'.repeat(32)}`])
    const gauge = await deployFarm(third)
    // A composable pool's own token is in the vault too.
    const vault = (tokens: Address[], balances: bigint[]) =>
      deployLocal(rig, FILE, 'Vault', 'address[], uint256[]', [tokens, balances])
    const vaults = {
      v2: await vault([second, one], [10n ** 30n, 800n]),
      v3: await vault([two], [600n]),
    }
    await rig.send(second, MINT, [ALICE, 1n])
    await rig.send(second, MINT, [BOB, 3n])
    await rig.send(third, MINT, [gauge, 6n])
    await rig.send(third, MINT, [ALICE, 2n])
    await rig.send(gauge, SET, [ALICE, 4n, 0n])
    const common = { protocol: 'balancer-v2', v3Protocol: 'balancer-v3', vaults }
    const list = `0x${second.slice(2)}${third.slice(2)}`
    const pools = poolsOf({ ...common, walk: 'balancer-pools', list })
    expect((await read(rig, pools, ALICE)).legs).toEqual([
      'balancer-v2 BPT2: lp 200 ONE',
      'balancer-v3 BPT3: lp 150 TWO',
    ])
    const gauges = poolsOf({ ...common, walk: 'balancer-gauges', list: gauge })
    expect((await read(rig, gauges, ALICE)).legs).toEqual(['balancer-v3 BPT3: stake 300 TWO'])
  })

  test('a thousand pools fit in one request', async () => {
    const large = await deployLocal(rig, FILE, 'Registry')
    const idle = await deployPool('idle')
    for (let at = 0; at < 3; at++) {
      await rig.send(large, 'function fill(address pool, uint256 count)', [idle, 333n])
    }
    await rig.send(large, ADD, [pool, pool, farm])
    const { legs, status } = await read(rig, curve({ registry: large, page: 1000 }), ALICE)
    expect([status, legs.length]).toEqual(['ok', 5])
    const partly = await read(rig, curve({ registry: large, page: 999 }), ALICE)
    // The owner has nothing among the pools that were read.
    expect([partly.isUnread, partly.legs]).toEqual([false, []])
    const paged = await read(rig, curve({ registry: large, page: 500, pages: 2 }), ALICE)
    expect(paged.legs).toEqual(legs)
  })

  test('that do not answer are said to be unread', async () => {
    const bad = await deployLocal(rig, FILE, 'Registry')
    const broken = await deployFarm(pool)
    await rig.send(broken, 'function breakIt()', [])
    await rig.send(bad, ADD, [broken, broken, ZERO_ADDRESS])
    const { status, isUnread } = await read(rig, curve({ registry: bad }), ALICE)
    expect([status, isUnread]).toEqual(['ok', true])
  })

  test('are unreadable without a registry, and with an empty one', async () => {
    expect(await read(rig, curve({ registry: REWARD }), ALICE)).toMatchObject({ status: 'failed' })
    const empty = await deployLocal(rig, FILE, 'Registry')
    expect(await read(rig, curve({ registry: empty }), ALICE)).toMatchObject({ status: 'failed' })
  })
})
