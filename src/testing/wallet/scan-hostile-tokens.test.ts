import { encodeAbiParameters, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../chains/address.ts'
import type { Call } from '../../chains/evm/call.ts'
import type { BundledReply } from '../../chains/evm/multicall.ts'
import { encodeCall } from '../../chains/evm/viem.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import { at } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { lensAnswer } from './lens-answer.ts'
import { answerOf, depsOf, OWNER, PATIENT, protocolOn, worldOf } from './scan-world.ts'

const answer = (world: ReturnType<typeof worldOf>, change: Partial<ScanDeps> = {}) =>
  answerOf(scanWallet(OWNER, depsOf(world, { limits: PATIENT, ...change }).deps))

const SPAM = at(0x5ba77)
const VAULT = at(0x5ba78)
const SPAM_PROTOCOL = 'vault-of-spam'
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const bytes = (value: Hex) => encodeAbiParameters([{ type: 'bytes' }], [value])
const SYMBOL = encodeCall('function symbol() view returns (string)', [])
const DECIMALS = encodeCall('function decimals() view returns (uint8)', [])
const ASSET = encodeCall('function asset() view returns (address)', [])
const says = (data: Hex): BundledReply => ({ ok: true, data })
const FAILS: BundledReply = { ok: false, data: '0x' }

/** On Base there is a vault beside the staked token, of a token that says of itself what it likes. */
function spamWorld(symbol: BundledReply, decimals: BundledReply) {
  return worldOf({
    reply: ({ to, data }: Call) => {
      if (to === VAULT && data === ASSET) return says(word(BigInt(SPAM)))
      if (to !== SPAM) return null
      return data === SYMBOL ? symbol : data === DECIMALS ? decimals : null
    },
  })
}

const withEntry = (entry: object): Partial<ScanDeps> => {
  const { contracts } = depsOf(worldOf()).deps
  return {
    contracts: (key) => {
      const file = contracts(key)
      if (key !== 'base') return file
      return parseContractList({ ...file, entries: [...file.entries, entry] }, key)
    },
  }
}
const IS_VAULT = withEntry({
  id: 'spam',
  source: 'test',
  protocol: SPAM_PROTOCOL,
  product: 'vault',
  driver: 'erc4626',
  vault: VAULT,
})

async function spamOn(symbol: BundledReply, decimals: BundledReply) {
  const result = await answer(spamWorld(symbol, decimals), IS_VAULT)
  const base = result.coverage.find(({ chain }) => chain === 'Base')
  return {
    result,
    base,
    leg: result.positions.find(({ protocolSlug }) => protocolSlug === SPAM_PROTOCOL)?.legs[0],
  }
}

describe('a token that is on no list', () => {
  const START = `${SPAM.slice(0, 8)}…`
  test.each<[string, BundledReply, string]>([
    ['control characters', says(text('US\0D\x07C\x1b[31m')), 'USDC[31m'],
    ['lines', says(text('USDC\r\nSet-Cookie: a')), 'USDCSet-Cookie: a'],
    ['marks that turn the direction', says(text('\u202eCDSU\u2066')), 'CDSU'],
    ['nothing that can be seen', says(text('\u200b\u2060\ufeff ')), START],
    ['nothing', says(text('')), START],
    ['tags', says(text('<script>alert(1)</script>')), '<script>alert(1)</script>'],
    ['forty letters', says(text('A'.repeat(40))), 'A'.repeat(32)],
    ['fifty letters', says(text('A'.repeat(50))), START],
    ['a megabyte', says(text('A'.repeat(1_000_000))), START],
    ['bytes that are no text', says(bytes('0xfffe80c0')), START],
    ['32 bytes, as old tokens do', says(toHex('MKR', { size: 32 })), 'MKR'],
    ['32 bytes that are no text', says(`0x${'fe'.repeat(32)}`), '\ufffd'.repeat(32)],
    ['no bytes', says('0x'), START],
    ['an endless length', says(`0x${word(32n).slice(2)}${'f'.repeat(64)}`), START],
    ['a failure', FAILS, START],
  ])('and whose symbol is %s is shown by its safe characters', async (_, symbol, shown) => {
    const { result, base, leg } = await spamOn(symbol, says(word(0n)))
    expect(leg).toMatchObject({ symbol: shown, token: SPAM, amount: '10' })
    expect(base).toMatchObject({ status: 'ok' })
    expect(result.positions).toHaveLength(4)
  })

  test.each<[string, BundledReply]>([
    ['fail', FAILS],
    ['are none', says('0x')],
    ['are more than a byte', says(word(256n))],
    ['are endless', says(word(2n ** 256n - 1n))],
    ['are text', says(text('18'))],
  ])('and whose decimals %s makes its protocol fail, and no other', async (_, decimals) => {
    const { result, base, leg } = await spamOn(says(text('SPAM')), decimals)
    expect(leg).toBeUndefined()
    expect(base).toEqual({
      chain: 'Base',
      status: 'partial',
      block: { number: 7, time: '2026-11-21T12:00:00.000Z' },
      protocols: [
        { id: protocolOn('base'), status: 'ok' },
        { id: SPAM_PROTOCOL, status: 'failed', reason: 'contract' },
      ],
    })
    expect(result.totals).toMatchObject({ suppliedUsd: 60, complete: false })
  })

  test.each([77n, 255n])('and which has %s decimals is shown by its amount alone', async (many) => {
    const { result, leg } = await spamOn(says(text('SPAM')), says(word(many)))
    expect(leg).toMatchObject({
      amount: `0.${'1'.padStart(Number(many) - 1, '0')}`,
      // The price is of a token with other decimals.
      usd: null,
      missing: 'refused',
    })
    // So small a part of a token is dust, whatever a whole one is worth.
    expect(result.totals).toMatchObject({ suppliedUsd: 60, complete: true })
    expect(result.folded).toMatchObject({ count: 1, reasons: [{ reason: 'unpriced' }] })
  })

  test('and of which there is more than there is money has no value', async () => {
    const world = worldOf({ balance: 2n ** 255n })
    const result = await answer(world)
    const legs = result.positions.flatMap((position) => position.legs)
    expect(legs.map(({ usd, missing }) => [usd, missing])).toEqual(
      Array.from({ length: 3 }, () => [null, 'refused']),
    )
    expect(result.totals).toMatchObject({ suppliedUsd: 0, complete: false })
  })
})

describe('ten thousand NFTs', () => {
  const manager = at(0xaf7)
  const nfts = async (unpriced: readonly string[]) => {
    const world = worldOf({
      unpriced,
      reply: ({ to, data, code }: Call) => {
        if (to !== manager) return null
        if (code === undefined) return says(word(10_000n))
        // The last word of the question is how many are wanted.
        const wanted = Number(BigInt(`0x${data.slice(-64)}`))
        const shown = Array.from({ length: wanted }, (_, id) => ({ id: BigInt(id) }))
        return says(lensAnswer(10_000n, shown, [{ token: at(0x71) }, { token: at(0x72) }]))
      },
    })
    const entry = { id: 'nfts', source: 'test', protocol: 'uniswap-v3', product: 'lp' }
    const change = withEntry({ ...entry, driver: 'uniswap-v3', manager, factory: at(0x73) })
    const result = await answer(world, change)
    const found = result.positions.filter(({ protocolSlug }) => protocolSlug === 'uniswap-v3')
    const [rest] = found.filter(({ inRange }) => inRange === null)
    return { result, read: found.filter(({ inRange }) => inRange), rest }
  }

  test('are read as far as two hundred, and the answer says how many are not', async () => {
    const { result, read, rest } = await nfts([manager])
    expect(read).toHaveLength(200)
    expect(rest).toMatchObject({ market: '9800 further positions, not read', netUsd: null })
    expect(result.coverage.find(({ chain }) => chain === 'Base')).toMatchObject({
      status: 'partial',
      protocols: expect.arrayContaining([
        { id: 'uniswap-v3', status: 'failed', reason: 'contract' },
      ]),
    })
    expect(result.totals.complete).toBe(false)
  })

  // The leg is the NFTs themselves, and nothing but the silence of the price service keeps it without a value.
  test('have no value while their content is unknown, whatever the service says', async () => {
    const { rest } = await nfts([])
    expect(rest).toMatchObject({ netUsd: null })
  })
})
