import { getContractAddress } from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { amounts, balanceReader } from '../../../testing/wallet/evm/readers.ts'
import { ALICE, BOB, deployLocal, deployToken, mint } from '../../../testing/wallet/evm/rig.ts'
import { revertAfterwards } from '../../../testing/wallet/evm/run-driver.ts'
import { address } from '../../model/entry-base.ts'
import { readChain } from '../read-chain.ts'
import { type AccountRegistry, readAccounts } from './account-registry.ts'

const FIRST_COMPILE_MS = 60_000
const PROXIES = 'function proxies(address) view returns (address)'

describeOnAnvil('smart accounts on a real chain', (rig) => {
  let token: Address
  let registry: Address
  let list: Address

  beforeAll(async () => {
    token = await deployToken(rig, 'T')
    registry = await deployLocal(rig, 'accounts.sol', 'ProxyRegistry')
    list = await deployLocal(rig, 'accounts.sol', 'InstaList')
    await mint(rig, token, ALICE, 1n)
  }, FIRST_COMPILE_MS)
  beforeEach(() => revertAfterwards(rig))

  const proxies = (): AccountRegistry => ({
    id: 'ds-proxies',
    protocol: 'defisaver',
    source: 'test',
    kind: 'ds-proxy',
    registry,
  })
  const instadapp = (): AccountRegistry => ({
    id: 'insta',
    protocol: 'instadapp',
    source: 'test',
    kind: 'instadapp',
    registry: list,
  })
  const read = (registries: AccountRegistry[], reader = balanceReader('t', token)) =>
    readChain(ALICE, {
      chain: { chainId: 1, maxLagSeconds: 300 },
      urls: [rig.url],
      readers: [reader],
      registries: registries.map((each) => ({
        id: each.id,
        read: (owner) => readAccounts(each, owner),
      })),
      deadline: new AbortController().signal,
      fetch,
      now: Date.now,
    })
  const accountOf = (number: number): Address =>
    `0x${'ac'.repeat(19)}${String(number).padStart(2, '0')}`
  /** Accounts 1 to `count` of Alice, each with ten times its number of tokens. */
  const addAccounts = async (count: number) => {
    for (let number = 1; number <= count; number++) {
      await rig.send(list, 'function add(address, address)', [ALICE, accountOf(number)])
      await mint(rig, token, accountOf(number), BigInt(number * 10))
    }
  }

  test('an owner without accounts costs no round more', async () => {
    const reading = await read([proxies(), instadapp()])
    expect(reading).toMatchObject({ status: 'ok', rounds: 1, requests: 1 })
    expect(amounts(reading.findings)).toEqual({ t: [1n] })
  })

  test('what a DSProxy holds is found, with the name of the proxy', async () => {
    await rig.send(registry, 'function build(address)', [ALICE])
    const proxy = await rig.read(registry, PROXIES, [ALICE])
    await mint(rig, token, proxy, 7n)
    const reading = await read([proxies()])
    expect(reading).toMatchObject({ status: 'ok', rounds: 3 })
    expect(amounts(reading.findings)).toEqual({ t: [1n, 7n] })
    expect(reading.findings.get('t')?.map(({ account }) => account)).toEqual([undefined, proxy])
  })

  test('a further proxy that came from someone else is found, and each is read once', async () => {
    const further = await deployLocal(rig, 'accounts.sol', 'ProxyList', 'address', [registry])
    await rig.send(registry, 'function build(address)', [ALICE])
    await rig.send(registry, 'function build(address)', [BOB])
    const own = await rig.read(registry, PROXIES, [ALICE])
    const given = await rig.read(registry, PROXIES, [BOB])
    const add = 'function addAdditionalProxy(address, address)'
    await rig.send(further, add, [ALICE, given])
    await mint(rig, token, own, 7n)
    await mint(rig, token, given, 9n)
    const registries = (): AccountRegistry[] => [
      proxies(),
      { ...proxies(), id: 'further', kind: 'ds-proxies', registry: further },
    ]
    expect(amounts((await read(registries())).findings)).toEqual({ t: [1n, 7n] })
    await rig.send(given, 'function setOwner(address)', [ALICE], BOB)
    const reading = await read(registries())
    expect(reading.status).toBe('ok')
    expect(amounts(reading.findings)).toEqual({ t: [1n, 7n, 9n] })
  })

  test('a proxy that was given away is not the owner’s any more', async () => {
    await rig.send(registry, 'function build(address)', [ALICE])
    const proxy = await rig.read(registry, PROXIES, [ALICE])
    await mint(rig, token, proxy, 7n)
    await rig.send(proxy, 'function setOwner(address)', [BOB], ALICE)
    const reading = await read([proxies()])
    expect(reading).toMatchObject({ status: 'ok', rounds: 2 })
    expect(amounts(reading.findings)).toEqual({ t: [1n] })
  })

  describe('at Summer.fi', () => {
    const CREATE = 'function createAccounts(address, uint256)'
    let factory: Address
    beforeEach(async () => {
      const guard = await deployLocal(rig, 'accounts.sol', 'SummerGuard')
      factory = await deployLocal(rig, 'accounts.sol', 'SummerFactory', 'address', [guard])
    })
    const summer = (): AccountRegistry => ({
      id: 'summer-accounts',
      protocol: 'summer.fi',
      source: 'test',
      kind: 'summer',
      registry: factory,
    })
    /** The account with this number, by the library that the lens does not use. */
    const made = (number: number): Address =>
      address.parse(getContractAddress({ from: factory, nonce: BigInt(number + 1) }).toLowerCase())

    test('the accounts of the owner are found among all that the factory made', async () => {
      for (const [user, count] of [
        [BOB, 125],
        [ALICE, 3],
        [BOB, 127],
        [ALICE, 1],
        [BOB, 1],
      ] as const) {
        await rig.send(factory, CREATE, [user, BigInt(count)])
      }
      const own = [126, 127, 128, 256].map(made)
      for (const account of own) await mint(rig, token, account, 7n)
      await mint(rig, token, made(257), 1_000n)
      const reading = await read([summer()])
      expect(reading).toMatchObject({ status: 'ok', rounds: 2 })
      expect(reading.findings.get('t')?.map(({ account }) => account)).toEqual([undefined, ...own])
    })

    test('are found to the last of several thousand', async () => {
      for (let left = 5100; left > 0; left -= 300)
        await rig.send(factory, CREATE, [BOB, BigInt(Math.min(left, 300))])
      await rig.send(factory, CREATE, [ALICE, 1n])
      await mint(rig, token, made(5101), 7n)
      const reading = await read([summer()])
      expect(reading).toMatchObject({ status: 'ok' })
      expect(amounts(reading.findings)).toEqual({ t: [1n, 7n] })
    }, 60_000)

    test('is not read where the factory does not answer', async () => {
      factory = token
      expect((await read([summer()])).protocols).toMatchObject([
        { id: 't', status: 'ok' },
        { id: 'summer-accounts', status: 'failed', reason: 'contract' },
      ])
    })
  })

  test.each([1, 2, 3, 4])('all of %i accounts of Instadapp are read', async (count) => {
    await addAccounts(count)
    const reading = await read([instadapp()])
    expect(reading.status).toBe('ok')
    const found = reading.findings.get('t') ?? []
    expect(found.flatMap(({ account }) => account ?? []).sort()).toEqual(
      Array.from({ length: count }, (_, at) => accountOf(at + 1)),
    )
    expect(found.flatMap(({ legs }) => legs.map(({ amount }) => Number(amount))).sort()).toEqual(
      [1, 10, 20, 30, 40].slice(0, count + 1),
    )
  })

  test('of five accounts four are read, and Instadapp is not read in full', async () => {
    await addAccounts(5)
    const reading = await read([instadapp()])
    expect(reading.findings.get('t')).toHaveLength(5)
    expect(reading.protocols).toMatchObject([
      { id: 't', status: 'ok' },
      { id: 'insta', status: 'failed', reason: 'contract' },
    ])
    expect(reading.status).toBe('partial')
  })

  test('a registry that cannot be read has failed, and the owner is read', async () => {
    const reading = await read([{ ...proxies(), registry: token }])
    expect(reading.protocols).toMatchObject([
      { id: 't', status: 'ok' },
      { id: 'ds-proxies', status: 'failed' },
    ])
    expect(amounts(reading.findings)).toEqual({ t: [1n] })
  })
})
