import { beforeAll, expect, test } from 'vitest'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { askLens } from '../../../testing/wallet/evm/recorded-contracts.ts'
import { deployLocal } from '../../../testing/wallet/evm/rig.ts'
import type { Address } from '../../address.ts'
import { Unreadable } from '../../unreadable.ts'
import { askAccounts, readAccounts } from './accounts.ts'

const OWNER: Address = `0x${'ab'.repeat(19)}fe`
const LAST: Address = `0x${'ab'.repeat(19)}01`
const [A, B, C]: Address[] = ['a1', 'b2', 'c3'].map((byte): Address => `0x${byte.repeat(20)}`)
const SET = 'function set(address account, address[] backing, address[] lenders)'

describeOnAnvil('the accounts of an owner at a connector, on anvil', (rig) => {
  let connector: Address
  beforeAll(async () => {
    connector = await deployLocal(rig, 'connector.sol', 'Connector')
  }, 60_000)

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
