import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { deployLocal, type Rig, startRig } from '../../../testing/wallet/evm/rig.ts'
import { readChain } from '../../../wallet/evm/read-chain.ts'
import type { Address } from '../../address.ts'
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

  /** What a scan reads, in its one request: the lens is run without being deployed. */
  const read = async (of: Address) => {
    let used: ReturnType<typeof readAccounts> | null = null
    const reading = await readChain({
      chain: { chainId: 1, maxLagSeconds: 300 },
      urls: [rig.url],
      readers: [
        {
          id: 'it',
          read: function* (owner) {
            const [reply] = yield [askAccounts(of, owner)]
            used = readAccounts(reply)
            return []
          },
        },
      ],
      owner: OWNER,
      deadline: AbortSignal.timeout(20_000),
      fetch,
      now: Date.now,
    })
    return { status: reading.protocols[0]?.status, used }
  }

  test('are none before one is used, and those in use afterwards, to number 255', async () => {
    expect(await read(connector)).toEqual({ status: 'ok', used: [] })
    await rig.send(connector, SET, [OWNER, [A ?? OWNER], []])
    await rig.send(connector, SET, [LAST, [B ?? OWNER, C ?? OWNER], [A ?? OWNER]])
    expect(await read(connector)).toEqual({
      status: 'ok',
      used: [
        { number: 0n, collaterals: [A], controllers: [] },
        { number: 255n, collaterals: [B, C], controllers: [A] },
      ],
    })
  })

  test('are unreadable where no connector answers', async () => {
    expect(await read(OWNER)).toEqual({ status: 'failed', used: null })
  })
})
