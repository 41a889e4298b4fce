import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { packagedCode } from '../../../testing/wallet/evm/artifacts.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployToken,
  mint,
} from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { holding } from './holding.ts'

const ESCROW =
  '@pendle/core-v2/build/artifacts/contracts/LiquidityMining/VotingEscrow/VotingEscrowPendleMainchain.sol/VotingEscrowPendleMainchain.json'
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const WEEK = 7 * 86_400
/** Seconds since 1970 of the rig's first block. */
const START = 1_900_000_000
/** A lock ends when a week does. */
const END = (Math.floor(START / WEEK) + 10) * WEEK
const AMOUNT = 1_234_567n * 10n ** 18n + 1n

describeOnAnvil(
  'PENDLE that is locked, at Pendle’s own escrow',
  { nowMs: START * 1_000 },
  (rig) => {
    let pendle: Address
    let escrow: Address

    beforeAll(async () => {
      pendle = await deployToken(rig, 'PENDLE')
      escrow = await rig.deploy(packagedCode(ESCROW), 'address, address, uint256', [
        pendle,
        DEPLOYER,
        0n,
      ])
      await mint(rig, pendle, ALICE, AMOUNT)
      await approve(rig, pendle, escrow, ALICE)
      const lock = 'function increaseLockPosition(uint128 amount, uint128 expiry) returns (uint128)'
      await rig.send(escrow, lock, [AMOUNT, BigInt(END)], ALICE)
    }, 60_000)

    const read = (owner: Address) => {
      const asked = { contract: escrow, function: 'positionData(address) -> (uint128,uint128)' }
      const entry = entryOf(holding, {
        token: { address: pendle, symbol: 'PENDLE', decimals: 18 },
        balance: asked,
        unlock: { ...asked, result: 1 },
      })
      return runOnRig(rig, holding, entry, owner)
    }

    test('has its end until it is over, and is then what the escrow pays', async () => {
      const legs = [{ role: 'stake', token: pendle, amount: AMOUNT }]
      const locked = { unlocksAt: END, isClaimable: false }
      expect(await read(ALICE)).toMatchObject([{ legs, withdrawal: locked }])
      const withdraw = () => rig.send(escrow, 'function withdraw() returns (uint128)', [], ALICE)
      await rig.rpc('evm_setNextBlockTimestamp', [END - 1])
      await expect(withdraw()).rejects.toThrow('reverted')
      expect(await read(ALICE)).toMatchObject([{ legs, withdrawal: locked }])
      await rig.rpc('evm_setNextBlockTimestamp', [END])
      await rig.rpc('evm_mine', [])
      expect(await read(ALICE)).toMatchObject([{ legs, withdrawal: { isClaimable: true } }])
      await withdraw()
      expect(await rig.read(pendle, BALANCE, [ALICE])).toBe(AMOUNT)
      expect(await read(ALICE)).toEqual([])
    })

    test('is nothing for an owner who locked none', async () => {
      expect(await read(BOB)).toEqual([])
    })
  },
)
