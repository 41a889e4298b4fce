import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { ALICE, BOB, DEPLOYER } from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import {
  deploySynthetix,
  escrowSnx,
  type Synthetix,
} from '../../../testing/wallet/evm/synthetix.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { synthetix } from './synthetix.ts'

const ETHER = 10n ** 18n
const BALANCE = 'function balanceOf(address) view returns (uint256)'
const COLLATERAL = 'function collateral(address) view returns (uint256)'
const TRANSFER = 'function transfer(address, uint256) returns (bool)'
const ISSUE = 'function issueSynths(uint256)'

describeOnAnvil('Synthetix’s own contracts', (rig) => {
  let it: Synthetix
  beforeAll(async () => {
    it = await deploySynthetix(rig, DEPLOYER, { usd: 3, issuanceRatio: ETHER / 4n })
    await rig.send(it.snx, TRANSFER, [ALICE, 1_000n * ETHER])
    await rig.send(it.snx, TRANSFER, [BOB, 500n * ETHER])
  }, 60_000)

  const found = async (owner: Address) => {
    const entry = entryOf(synthetix, {
      snx: it.snx,
      collateral: { address: it.snx, symbol: 'SNX', decimals: 18 },
      debt: { address: it.susd, symbol: 'sUSD', decimals: 18 },
    })
    const findings = await runOnRig(rig, synthetix, entry, owner)
    return findings.map(({ legs, loan }) => ({
      legs: legs.map(({ role, symbol, amount }) => [role, symbol, amount]),
      loan,
    }))
  }

  test('SNX in a wallet is no position without a debt, escrowed SNX is', async () => {
    expect(await found(BOB)).toEqual([])
    await escrowSnx(rig, it, BOB, 40n * ETHER)
    expect(await found(BOB)).toMatchObject([{ legs: [['stake', 'SNX', 40n * ETHER]] }])
  })

  test('with a debt all SNX backs it, as the contract counts both', async () => {
    await escrowSnx(rig, it, ALICE, 200n * ETHER)
    await rig.send(it.snx, ISSUE, [450n * ETHER], ALICE)
    const held = await rig.read(it.snx, COLLATERAL, [ALICE])
    const minted = await rig.read(it.susd, BALANCE, [ALICE])
    expect([held, minted]).toEqual([1_200n * ETHER, 450n * ETHER])
    expect(await found(ALICE)).toEqual([
      {
        legs: [
          ['collateral', 'SNX', held],
          ['borrow', 'sUSD', minted],
        ],
        loan: { ltv: 0.125, liquidationLtv: null, liquidationPrice: null },
      },
    ])
    // What was found to be owed is what pays it all back.
    await rig.send(it.snx, 'function burnSynths(uint256)', [minted], ALICE)
    expect(await found(ALICE)).toMatchObject([{ legs: [['stake', 'SNX', 200n * ETHER]] }])
  })
})
