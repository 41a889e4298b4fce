import { beforeAll, expect, test } from 'vitest'
import type { Address, Hex } from '../../../chains/address.ts'
import {
  borrowFromMorpho,
  createMorphoMarket,
  deployMorpho,
  type Morpho,
  type MorphoParams,
  supplyToMorpho,
} from '../../../testing/wallet/evm/morpho.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  MULTICALL3,
  mint,
} from '../../../testing/wallet/evm/rig.ts'
import { scanOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { morphoVaultMarkets } from './morpho-vault-markets.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
/** Each makes a market of its own. */
const LLTVS = [86n, 77n, 62n, 38n].map((percent) => (percent * ETHER) / 100n)

describeOnAnvil('the markets that vaults of Morpho lend in', (rig) => {
  let weth: Address
  let morpho: Morpho
  let params: MorphoParams[]
  let ids: Hex[]
  const silent: Address = `0x${'de'.repeat(20)}`

  const vault = (...queue: Hex[]) =>
    deployLocal(rig, 'morpho-vaults.sol', 'MorphoVaultV1', 'bytes32[]', [queue])
  const over = (...adapters: Address[]) =>
    deployLocal(rig, 'morpho-vaults.sol', 'MorphoVaultV2', 'address[]', [adapters])
  const read = async (owner: Address, vaults: Address[], except: Hex[] = []) => {
    const entry = entryOf(morphoVaultMarkets, {
      morpho: morpho.morpho,
      multicall3: MULTICALL3,
      vaults: `0x${vaults.map((each) => each.slice(2)).join('')}`,
      except,
      tokens: [],
    })
    return scanOnRig(rig, (each) => morphoVaultMarkets.read(entry, each), owner)
  }
  const refs = async (...asked: Parameters<typeof read>) =>
    (await read(...asked)).findings.map(({ ref }) => ref)

  beforeAll(async () => {
    weth = await deployToken(rig, 'WETH', 18)
    const usdc = await deployToken(rig, 'USDC', 6)
    morpho = await deployMorpho(rig, 1n)
    await rig.send(morpho.oracle, 'function setPrice(uint256)', [2_000n * 10n ** 24n])
    params = LLTVS.map((lltv) => ({
      loanToken: usdc,
      collateralToken: weth,
      oracle: morpho.oracle,
      irm: morpho.irm,
      lltv,
    }))
    ids = []
    for (const each of params) ids.push(await createMorphoMarket(rig, morpho.morpho, each))
    for (const owner of [ALICE, DEPLOYER]) {
      await mint(rig, weth, owner, 1_000n * ETHER)
      await mint(rig, usdc, owner, 1_000_000n * USD)
      for (const token of [weth, usdc]) await approve(rig, token, morpho.morpho, owner)
    }
    for (const each of params) {
      await supplyToMorpho(rig, morpho.morpho, each, 50_000n * USD, DEPLOYER)
      const loan = { collateral: 3n * ETHER, amount: 1_000n * USD }
      await borrowFromMorpho(rig, morpho.morpho, each, loan, ALICE)
    }
  }, 120_000)

  test('are found behind every kind of adapter of a newer vault', async () => {
    const [first, second, third, last] = ids as [Hex, Hex, Hex, Hex]
    const byIds = await deployLocal(rig, 'morpho-vaults.sol', 'MorphoIdsAdapter', 'bytes32[]', [
      [first, second],
    ])
    const byParams = await deployLocal(
      rig,
      'morpho-vaults.sol',
      'MorphoParamsAdapter',
      '(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv)',
      [params[2]],
    )
    const toVault = await deployLocal(rig, 'morpho-vaults.sol', 'MorphoVaultAdapter', 'address', [
      await vault(last),
    ])
    const elsewhere = weth
    const newer = await over(elsewhere, byIds, byParams, toVault)
    const { status, findings: found } = await read(ALICE, [newer])
    expect(status).toBe('ok')
    expect(found.map(({ ref }) => ref)).toEqual([first, second, third, last])
  })

  test('that another entry reads are left to it', async () => {
    const [first, second] = ids as [Hex, Hex]
    expect(await refs(ALICE, [await vault(first, second)], [first])).toEqual([second])
  })

  test('cost an owner who has nothing one round', async () => {
    const asked = await read(BOB, [await vault(...ids)])
    expect(asked).toMatchObject({ status: 'ok', rounds: 1, findings: [] })
  })

  test('of all pages are read, and a market of two of them once', async () => {
    const [first, second] = ids as [Hex, Hex]
    const one = await vault(first)
    const many = Array.from({ length: 130 }, () => one)
    expect(await refs(ALICE, [...many, await vault(first, second)])).toEqual([first, second])
  })

  test('are not all known where a vault, its adapter’s vault or its list is not as known', async () => {
    const [first] = ids as [Hex]
    const toNothing = await deployLocal(rig, 'morpho-vaults.sol', 'MorphoVaultAdapter', 'address', [
      silent,
    ])
    const long = await vault(...Array.from({ length: 101 }, () => first))
    const bomb = await deployLocal(rig, 'faulty.sol', 'GasBomb')
    const good = await vault(first)
    for (const bad of [silent, bomb, await over(toNothing), long]) {
      const { findings } = await read(ALICE, [bad, good])
      expect(findings).toMatchObject([{ ref: first }, { legs: [], isUnread: true }])
      // An owner who has nothing may have something there too.
      expect((await read(BOB, [bad, good])).findings).toMatchObject([{ isUnread: true }])
    }
  })

  test('are unreadable where no vault names one, and where Morpho does not answer', async () => {
    expect((await read(ALICE, [silent])).status).toBe('failed')
    expect((await read(ALICE, [await vault()])).status).toBe('failed')
  })
})
