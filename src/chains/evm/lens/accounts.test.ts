import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { askLens } from '../../../testing/wallet/evm/recorded-contracts.ts'
import { deployLocal, type Rig, startRig } from '../../../testing/wallet/evm/rig.ts'
import type { Address } from '../../address.ts'
import { Unreadable } from '../../unreadable.ts'
import { askAccounts, readAccounts } from './accounts.ts'

const OWNER: Address = `0x${'ab'.repeat(19)}fe`
const LAST: Address = `0x${'ab'.repeat(19)}01`
const [A, B, C]: Address[] = ['a1', 'b2', 'c3'].map((byte): Address => `0x${byte.repeat(20)}`)
const SET = 'function set(address account, address[] backing, address[] lenders)'

describe.skipIf(isAnvilMissing())('the accounts of an owner at a connector, on anvil', () => {
  let rig: Rig
  let connector: Address
  beforeAll(async () => {
    rig = await startRig()
    connector = await deployLocal(rig, 'connector.sol', 'Connector')
  }, 60_000)
  afterAll(() => rig.stop())

  const read = async (of: Address) => readAccounts(await askLens(rig, askAccounts(of, OWNER)))

  test('are none before one is used, and those in use afterwards, to number 255', async () => {
    expect(await read(connector)).toEqual([])
    await rig.send(connector, SET, [OWNER, [A ?? OWNER], []])
    await rig.send(connector, SET, [LAST, [B ?? OWNER, C ?? OWNER], [A ?? OWNER]])
    expect(await read(connector)).toEqual([
      { number: 0n, collaterals: [A], controllers: [] },
      { number: 255n, collaterals: [B, C], controllers: [A] },
    ])
  })

  test('are unreadable where no connector answers', async () => {
    await expect(read(OWNER)).rejects.toThrow(Unreadable)
  })
})
