import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  BOB,
  deployLocal,
  deployToken,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { amountsIn, scanOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import type { Reader } from '../read-chain.ts'
import { silo, siloEntry } from './silo.ts'
import { siloV1, siloV1Entry } from './silo-v1.ts'

const ETHER = 10n ** 18n
const DEPOSIT = 'function deposit(uint256 amount)'
const BORROW = 'function borrow(uint256 amount)'
const base = { id: 'it', product: 'lending', source: 'test' } as const

describe.skipIf(isAnvilMissing())('Silo on a real chain', () => {
  let rig: Rig
  let weth: Address
  let usdc: Address
  beforeAll(async () => {
    rig = await startRig()
    weth = await deployToken(rig, 'WETH')
    usdc = await deployToken(rig, 'USDC')
  }, 60_000)
  afterAll(() => rig.stop())

  const deploy = (name: string, types?: string, args?: readonly unknown[]) =>
    deployLocal(rig, 'silo.sol', name, types, args)
  /** Reads through the planner, as a scan does: the lens is run without being deployed. */
  const read = async (reader: Reader['read'], owner: Address = ALICE) => {
    return await scanOnRig(rig, reader, owner)
  }

  describe('the markets of a factory', () => {
    let factory: Address
    let lens: Address
    const readMarkets = (owner?: Address) => {
      const entry = siloEntry.parse({
        ...base,
        protocol: 'silo-v2',
        driver: 'silo',
        factory,
        first: 1,
        most: 500,
        lens,
      })
      return read((each) => silo.read(entry, each), owner)
    }
    /** A market of ether at 2,000 dollars, with its two silos. */
    const addMarket = async () => {
      const types = 'address, uint256'
      const ether = await deploy('OneSilo', types, [weth, 2_000n])
      const dollar = await deploy('OneSilo', types, [usdc, 1n])
      const market = await deploy('Market', 'address, address', [ether, dollar])
      await rig.send(factory, 'function add(address)', [market])
      await rig.send(lens, 'function know(address)', [market])
      return { ether, dollar, market }
    }
    beforeAll(async () => {
      factory = await deploy('MarketFactory')
      lens = await deploy('MarketLens')
      await addMarket()
      await rig.send(factory, 'function skip()', [])
    })

    test('report deposits of both kinds, and of a loan which of them backs it', async () => {
      const { ether, dollar, market } = await addMarket()
      await rig.send(ether, DEPOSIT, [ETHER], ALICE)
      await rig.send(ether, 'function depositProtected(uint256)', [ETHER], ALICE)
      await rig.send(dollar, DEPOSIT, [5n], ALICE)
      const [before] = (await readMarkets()).findings
      expect(before?.legs.map(({ collateral }) => collateral)).toEqual([undefined, undefined])
      expect([before?.healthFactor, before?.loan]).toEqual([null, undefined])

      await rig.send(dollar, BORROW, [3_000n * ETHER], ALICE)
      const { status, findings } = await readMarkets()
      const [loan, ...rest] = findings
      expect([status, rest]).toEqual(['ok', []])
      expect(loan).toMatchObject({ market: 'WETH/USDC', ref: market })
      expect(amountsIn(loan)).toEqual({
        'supply WETH': 2n * ETHER,
        'supply USDC': 5n,
        'borrow USDC': 3_000n * ETHER,
      })
      expect(loan?.legs.map(({ collateral }) => collateral)).toEqual([true, false, undefined])
      expect(loan?.loan).toEqual({ ltv: 0.75, liquidationLtv: 0.9, liquidationPrice: 3_000 / 1.8 })
      expect(loan?.healthFactor).toBeCloseTo(1.2, 10)

      await rig.send(ether, 'function setPrice(uint256)', [0n])
      const [unpriced] = (await readMarkets()).findings
      expect([unpriced?.healthFactor, unpriced?.loan]).toEqual([null, undefined])
      expect(amountsIn(unpriced)).toEqual(amountsIn(loan))
    })

    test('without anything of the owner give nothing, and one that does not answer is said', async () => {
      expect(await readMarkets(BOB)).toMatchObject({ status: 'ok', findings: [] })
      await rig.send(factory, 'function add(address)', [weth])
      const { findings } = await readMarkets(BOB)
      expect(findings).toMatchObject([{ isUnread: true }])
    })
  })

  describe('the silos of a list', () => {
    let repositories: [Address, Address]
    let lenses: [Address, Address]
    const OF_ASSET = 'function deposit(address asset, uint256 amount)'
    const BORROW_ASSET = 'function borrow(address asset, uint256 amount)'
    beforeAll(async () => {
      repositories = [await deploy('Repository'), await deploy('Repository')]
      lenses = [
        await deploy('FirstLens', 'uint256', [(8n * ETHER) / 10n]),
        await deploy('FirstLens', 'uint256', [(6n * ETHER) / 10n]),
      ]
    })
    const addSilo = async (repository: Address | null) => {
      const made = await deploy('FirstSilo', 'address[]', [[weth, usdc]])
      if (repository) await rig.send(repository, 'function add(address)', [made])
      return made
    }
    const readSilos = (silos: Address[], owner?: Address) => {
      const entry = siloV1Entry.parse({
        ...base,
        protocol: 'silo-finance',
        driver: 'silo-v1',
        silos: `0x${silos.map((each) => each.slice(2)).join('')}`,
        deployments: repositories.map((repository, at) => ({ repository, lens: lenses[at] })),
      })
      return read((each) => siloV1.read(entry, each), owner)
    }

    test('report deposits and debts, with the limit of their own repository', async () => {
      const [one, two] = [await addSilo(repositories[0]), await addSilo(repositories[1])]
      for (const each of [one, two]) {
        await rig.send(each, OF_ASSET, [weth, 100n], ALICE)
        await rig.send(each, BORROW_ASSET, [usdc, 50n], ALICE)
      }
      const { status, findings } = await readSilos([one, two])
      expect(status).toBe('ok')
      expect(findings.map(amountsIn)).toEqual([
        { 'supply WETH': 100n, 'borrow USDC': 50n },
        { 'supply WETH': 100n, 'borrow USDC': 50n },
      ])
      expect(findings.map(({ loan, ref }) => [ref, loan])).toEqual([
        [one, { ltv: 0.5, liquidationLtv: 0.8, liquidationPrice: 0.625 }],
        [two, { ltv: 0.5, liquidationLtv: 0.6, liquidationPrice: 0.5 / 0.6 }],
      ])
      expect(findings.map(({ healthFactor }) => healthFactor)).toEqual([1.6, 1.2])
      expect(await readSilos([one, two], BOB)).toMatchObject({ status: 'ok', findings: [] })
    })

    test('without a debt are no loan', async () => {
      const one = await addSilo(repositories[0])
      await rig.send(one, OF_ASSET, [usdc, 7n], ALICE)
      const [found] = (await readSilos([one])).findings
      expect(amountsIn(found)).toEqual({ 'supply USDC': 7n })
      expect(found).toMatchObject({ market: 'WETH/USDC', healthFactor: null })
      expect(found).not.toHaveProperty('loan')
    })

    test('have their interest up to the block, which earns nothing that only serves as collateral', async () => {
      const one = await addSilo(repositories[0])
      await rig.send(one, OF_ASSET, [weth, 1_000n], ALICE)
      for (const owner of [ALICE, BOB])
        await rig.send(one, 'function depositIdle(address, uint256)', [weth, 90n], owner)
      await rig.send(one, BORROW_ASSET, [usdc, 500n], ALICE)
      await rig.send(lenses[0], 'function setInterest(uint256)', [3n])
      const { findings } = await readSilos([one])
      await rig.send(lenses[0], 'function setInterest(uint256)', [0n])
      expect(findings.map(amountsIn)).toEqual([{ 'supply WETH': 1_120n, 'borrow USDC': 515n }])
    })

    test('that no repository knows are unreadable', async () => {
      const strange = await addSilo(null)
      await rig.send(strange, OF_ASSET, [usdc, 7n], ALICE)
      expect((await readSilos([strange])).status).toBe('failed')
    })
  })
})
