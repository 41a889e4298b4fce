import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
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
import {
  createSymbioticVault,
  deploySymbiotic,
  type Symbiotic,
  slashSymbiotic,
} from '../../../testing/wallet/evm/symbiotic.ts'
import { readChain } from '../read-chain.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { symbiotic } from './symbiotic.ts'

/** Seconds since 1970 of the rig's first block. */
const START = 1_900_000_000
const WEEK = 604_800
const DEPOSIT = 'function deposit(address onBehalfOf, uint256 amount)'
const WITHDRAW = 'function withdraw(address claimer, uint256 amount)'
const REDEEM = 'function redeem(address claimer, uint256 shares)'
const CLAIM = 'function claim(address recipient, uint256 epoch)'
const SHARES = 'function activeSharesOf(address) view returns (uint256)'

describeOnAnvil('Symbiotic on a real chain', { nowMs: START * 1_000 }, (rig) => {
  let steth: Address
  let susde: Address
  let published: Symbiotic
  let collaterals: Address
  let collateral: Address
  let wrapped: Address
  let plain: Address

  const nextWeek = async () => {
    await rig.rpc('evm_increaseTime', [WEEK])
    await rig.rpc('anvil_mine', ['0x1'])
  }
  const claim = (epoch: bigint) => rig.send(plain, CLAIM, [ALICE, epoch], ALICE)
  const now = () =>
    rig.read(MULTICALL3, 'function getCurrentBlockTimestamp() view returns (uint256)', [])

  beforeAll(async () => {
    steth = await deployToken(rig, 'stETH')
    susde = await deployToken(rig, 'sUSDe')
    published = await deploySymbiotic(rig)
    collaterals = await deployLocal(rig, 'symbiotic.sol', 'SymbioticFactory')
    collateral = await deployLocal(rig, 'symbiotic.sol', 'SymbioticCollateral', 'address', [steth])
    await rig.send(collaterals, 'function add(address made)', [collateral])
    wrapped = await createSymbioticVault(rig, published, 2, collateral, WEEK)
    plain = await createSymbioticVault(rig, published, 1, susde, WEEK)

    for (const [vault, token, owner, amount] of [
      [wrapped, collateral, ALICE, 1_000n],
      [plain, susde, ALICE, 500n],
      [plain, susde, BOB, 333n],
    ] as const) {
      await mint(rig, token, owner, amount + 3n)
      await approve(rig, token, vault, owner)
      await rig.send(vault, DEPOSIT, [owner, amount], owner)
    }
    await rig.send(plain, WITHDRAW, [ALICE, 10n], ALICE)
    await nextWeek()
    await rig.send(plain, WITHDRAW, [ALICE, 70n], ALICE)
    await slashSymbiotic(rig, plain, 101n, Number(await now()) - WEEK)
    await nextWeek()
    await rig.send(plain, WITHDRAW, [ALICE, 31n], ALICE)
  }, 60_000)

  const read = async (owner: Address, factory = published.vaults) => {
    const entry = entryOf(symbiotic, { vaults: factory, collaterals })
    const seconds = Number(await now())
    const reading = await readChain(owner, {
      chain: { chainId: 1, maxLagSeconds: 300 },
      urls: [rig.url],
      readers: [{ id: 'it', read: (each) => symbiotic.read(entry, each) }],
      deadline: AbortSignal.timeout(30_000),
      fetch,
      now: () => seconds * 1_000,
    })
    return { ...reading, found: reading.findings.get('it') ?? [] }
  }

  test('stakes are what slashing left, in the asset behind the collateral', async () => {
    const { status, found } = await read(ALICE)
    expect(status).toBe('ok')
    expect(found.map(({ ref, legs }) => [ref, legs[0]?.symbol])).toEqual([
      [collateral, 'stETH'],
      [wrapped, 'stETH'],
      [plain, 'sUSDe'],
      [`${plain} epoch 1`, 'sUSDe'],
      [`${plain} epoch 2`, 'sUSDe'],
      [`${plain} epoch 3`, 'sUSDe'],
    ])
    expect(found.map(({ legs }) => legs[0]?.amount).slice(0, 2)).toEqual([3n, 1_000n])
  })

  test('stakes and withdrawals are what the vault pays for them', async () => {
    const { found } = await read(ALICE)
    const paid = async (epoch: bigint, before: () => Promise<void>) => {
      const [amount] = await gained(rig, [susde], ALICE, async () => {
        await before()
        for (let week = 0; week < 2; week++) await nextWeek()
        await claim(epoch)
      })
      return amount
    }
    const stake = await paid(4n, async () => {
      await nextWeek()
      await rig.send(plain, REDEEM, [ALICE, await rig.read(plain, SHARES, [ALICE])], ALICE)
    })
    const withdrawals = [1n, 2n, 3n].map((epoch) => () => paid(epoch, async () => {}))
    const amounts = [stake]
    for (const each of withdrawals) amounts.push(await each())
    expect(found.slice(2).map(({ legs }) => legs[0]?.amount)).toEqual(amounts)
    // Slashing took from all but the last.
    expect(amounts.at(-1)).toBe(31n)
    expect(
      amounts.slice(0, 3).every((amount, at) => (amount ?? 0n) < ([389n, 10n, 70n][at] ?? 0n)),
    ).toBe(true)
  })

  test('a withdrawal can be claimed from the second that is reported, and is then over', async () => {
    const [first, second] = (await read(ALICE)).found.flatMap(({ withdrawal }) => withdrawal ?? [])
    expect([first?.isClaimable, second?.isClaimable]).toEqual([true, false])
    const unlocksAt = second?.unlocksAt ?? 0
    const snapshot = await rig.rpc('evm_snapshot', [])
    await claim(1n)
    await rig.rpc('evm_setNextBlockTimestamp', [unlocksAt - 1])
    await expect(claim(2n)).rejects.toThrow(/reverted/)
    await rig.rpc('evm_setNextBlockTimestamp', [unlocksAt])
    await claim(2n)
    expect((await read(ALICE)).found.map(({ ref }) => ref)).toEqual([
      collateral,
      wrapped,
      plain,
      `${plain} epoch 3`,
    ])
    await rig.rpc('evm_revert', [snapshot])
  })

  test('a share of a vault of the second version is reported at its rate', async () => {
    const second = await deployLocal(rig, 'symbiotic.sol', 'SymbioticFactory')
    const shares = await deployLocal(rig, 'symbiotic.sol', 'SymbioticShares', 'address', [susde])
    await rig.send(second, 'function add(address made)', [shares])
    await rig.send(shares, 'function mint(address, uint256)', [BOB, 5n])
    expect((await read(BOB, second)).found).toMatchObject([
      { ref: shares, legs: [{ symbol: 'sUSDe', amount: 15n }] },
    ])
  })

  test('an owner who has nothing costs one round', async () => {
    expect(await read(DEPLOYER)).toMatchObject({ status: 'ok', rounds: 1, found: [] })
  })

  test('more vaults than are read make the answer of an owner partial, and all others stay whole', async () => {
    const many = await deployLocal(rig, 'symbiotic.sol', 'SymbioticFactory')
    const unused = await createSymbioticVault(rig, published, 1, steth, WEEK)
    await rig.send(many, 'function add(address made)', [plain])
    await rig.send(many, 'function addMany(address made, uint256 count)', [unused, 359n])
    expect((await read(ALICE, many)).found.at(-1)).not.toMatchObject({ isUnread: true })
    await rig.send(many, 'function add(address made)', [unused])
    expect((await read(ALICE, many)).found.at(-1)).toMatchObject({ legs: [], isUnread: true })
    expect(await read(DEPLOYER, many)).toMatchObject({ status: 'ok', found: [] })
  }, 60_000)

  test('a factory that does not answer is not one without vaults', async () => {
    expect((await read(ALICE, steth)).protocols).toMatchObject([{ status: 'failed' }])
  })
})
