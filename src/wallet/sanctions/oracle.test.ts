import { afterAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import type { Reply } from '../../chains/evm/call.ts'
import { createTransport } from '../../chains/evm/transport.ts'
import { encodeCall, toAddress } from '../../chains/evm/viem.ts'
import { SCAN_CHAINS } from '../../chains/scan-chains.ts'
import { describeOnAnvil } from '../../testing/wallet/evm/on-anvil.ts'
import { ALICE, deploySanctionsList } from '../../testing/wallet/evm/rig.ts'
import { askOracle, readOracle, SANCTION_ORACLES } from './oracle.ts'

const ACCOUNT = '0xabcdef0123456789abcdef0123456789abcdef01'
const TODAY = '2026-11-21'
const [ETHEREUM, BASE] = SANCTION_ORACLES

const word = (end: string): Reply => ({ ok: true, data: `0x${end.padStart(64, '0')}` })

describe('the sanctions oracle', () => {
  test('is asked whether the account is sanctioned, at its own address on each chain', () => {
    const signature = 'function isSanctioned(address addr) view returns (bool)'
    expect(askOracle(ETHEREUM, ACCOUNT)).toEqual({
      to: ETHEREUM.address,
      data: encodeCall(signature, [ACCOUNT]),
    })
    expect(askOracle(BASE, ACCOUNT).to).not.toBe(ETHEREUM.address)
    const scanned = SCAN_CHAINS.map(({ name }) => name)
    for (const { chain, address } of SANCTION_ORACLES) {
      expect(toAddress(address)).toBe(address)
      expect(scanned).toContain(chain)
    }
  })

  const on = (reply: Reply) => ({ reply, day: TODAY })

  test('answers for the day of its block', () => {
    const reading = { known: true, asOf: TODAY, source: 'chainalysis:ethereum' }
    expect(readOracle(ETHEREUM, on(word('1')))).toEqual({ ...reading, value: true })
    expect(readOracle(ETHEREUM, on(word('0')))).toEqual({ ...reading, value: false })
  })

  test.each([
    ['a chain that could not be read', null, 'upstream-failed'],
    ['a call that reverts', { ok: false }, 'upstream-failed'],
    ['an address without code', { ok: true, data: '0x' }, 'refused'],
    ['a number that is no truth value', word('2'), 'refused'],
    ['two words', { ok: true, data: `0x${'0'.repeat(128)}` }, 'refused'],
    ['half a word', { ok: true, data: `0x${'0'.repeat(32)}` }, 'refused'],
  ] satisfies [string, Reply | null, string][])('%s clears nobody', (_, reply, reason) => {
    const reading = { known: false, reason, source: 'chainalysis:base' }
    expect(readOracle(BASE, reply && on(reply))).toEqual(reading)
  })

  test('on a chain whose nodes are behind says nothing of anybody', () => {
    const reading = { known: false, reason: 'stale', source: 'chainalysis:base' }
    expect(readOracle(BASE, 'stale')).toEqual(reading)
  })
})

describeOnAnvil('an oracle on a real chain', { multicall3: false }, (rig) => {
  afterAll(() => rig?.stop())

  test('names an account while it is listed, and no longer', async () => {
    const address = await deploySanctionsList(rig)
    const ethereum = createTransport({
      urls: [rig.url],
      fetch,
      deadline: AbortSignal.timeout(20_000),
    })
    const ask = async (account: Address, at = address) => {
      const { to, data } = askOracle({ address: at }, account)
      const outcome = await ethereum.call({ request: { to, data }, block: 'latest' })
      const reply: Reply =
        outcome.kind === 'result' ? { ok: true, data: outcome.data } : { ok: false }
      return readOracle(ETHEREUM, { reply, day: TODAY })
    }
    await rig.send(address, 'function addToSanctionsList(address[])', [[ACCOUNT]])
    expect(await ask(ACCOUNT)).toMatchObject({ known: true, value: true })
    expect(await ask(ALICE)).toMatchObject({ known: true, value: false })
    await rig.send(address, 'function removeFromSanctionsList(address[])', [[ACCOUNT]])
    expect(await ask(ACCOUNT)).toMatchObject({ known: true, value: false })
    expect(await ask(ACCOUNT, ALICE)).toMatchObject({ known: false, reason: 'refused' })
  }, 30_000)
})
