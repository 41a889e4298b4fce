import { beforeAll, describe, expect, test } from 'vitest'
import words from '../../content/words.json' with { type: 'json' }
import {
  WALLET_FLAGS,
  type WalletFlag,
  type WalletRiskSummary,
} from '../../contract/wallet-risk.ts'
import type { WalletCoverage, WalletScanResult } from '../../contract/wallet-scan.ts'
import { WALLET_CHAINS } from '../../site/wallet-page.ts'
import { blockTimes, chainRows, silentChains } from './coverage.ts'
import { sandboxScans, UNKNOWN } from './fixtures/scans.ts'
import { groupPositions } from './groups.ts'
import { isSandbox } from './scan.ts'
import { facts, findings, formatTankSummary, gaps } from './sentences.ts'
import { warnings } from './warnings.ts'

const ADDRESS = '0x5ca1ab1e0000000000000000000000000000000'
let scan: (address: string) => Promise<WalletScanResult>
beforeAll(async () => {
  scan = await sandboxScans()
})

const say = (of: WalletScanResult) =>
  findings(of, groupPositions(of)).replaceAll(/[\u2068\u2069]/g, '')
const factsOf = (of: WalletScanResult) =>
  Object.fromEntries(
    facts(of, groupPositions(of)).map(([label, text]) => [
      label,
      text.replaceAll(/[\u2068\u2069]/g, ''),
    ]),
  )
const chain = (name: string, status: string, ...ids: string[]) =>
  ({
    chain: name,
    status,
    block: null,
    protocols: ids.map((id) => ({ id, status: status === 'ok' ? 'ok' : 'failed' })),
  }) as WalletCoverage

describe('a wallet that was read', () => {
  test('has its assets, debts, largest share and largest risk in a sentence', async () => {
    expect(say(await scan('guillemot.eth'))).toBe(
      '$72,254 in assets at 9 protocols, with $16,650 of debts. Less debts, Guillemot Lend V2 has 47\u00a0% of it. It also adds most to the risk. Its own risk is 8.8. Kittiwake Lend: leverage 5.7×; liquidated when SUSD falls 2.9 % against wrETH.',
    )
  })

  test('has its figures with what they leave out', async () => {
    expect(factsOf(await scan('guillemot.eth'))).toEqual({
      'Own risk': '8.8, High',
      Score: 'between 3.9 and 4.1',
      Scored: '$54,754, 98\u00a0%',
      'Not scored': '$850, 2\u00a0%',
      'Without a price': '1 protocol',
      'Not seen': 'every chain was read',
      'Largest share': '47\u00a0%, Guillemot Lend V2',
      'Net of debts': '$55,604',
      'Coins and tokens': '$7,346',
      'Net worth': '$62,950',
      'Can be withdrawn': 'not now $850, not known of $54,754',
      Read: '1 Jan 2026, 00:00 UTC',
    })
    expect(gaps(await scan('guillemot.eth'))).toBeNull()
  })

  test('has no shares of nothing', async () => {
    expect(factsOf(await scan(`${ADDRESS}2`))).toMatchObject({
      Scored: '$0.00',
      'Not scored': '$0',
    })
  })

  test('has its net worth where there is something beside positions', async () => {
    const whole = await scan('guillemot.eth')
    const totals = { ...whole.totals, holdingsUsd: 1_000, netWorthUsd: 56_604 }
    const figures = { 'Coins and tokens': '$1,000', 'Net worth': '$56,604' }
    expect(factsOf({ ...whole, totals })).toMatchObject(figures)
    expect(factsOf({ ...whole, totals: { ...totals, netWorthUsd: null } })).toMatchObject({
      'Net worth': 'unknown',
    })
  })

  test('without a score for most of it says between what it lies', async () => {
    const whole = await scan('guillemot.eth')
    const netExposure = { usd: 100, floorUsd: 1, scoredShare: 0.26, low: 1.1, high: 8.5 }
    const riskSummary = { ...whole.riskSummary, own: null, netExposure } as WalletRiskSummary
    expect(say({ ...whole, portfolioScore: null, riskSummary })).toMatch(
      / No score: only 26\u00a0% of the value less debts has one, so it lies between 1\.1 and 8\.5\.$/,
    )
  })

  test('with a debt of unknown value has no net value, and says so', async () => {
    const whole = await scan('guillemot.eth')
    const positions = whole.positions.map((position) => ({
      ...position,
      legs: position.legs.map((leg) => (leg.role === 'borrow' ? { ...leg, usd: null } : leg)),
    }))
    const totals = { ...whole.totals, borrowedUsd: 0, netUsd: null }
    const owing = { ...whole, positions, totals }
    expect(say(owing)).toContain('at 9 protocols, and with a debt of unknown value.')
    expect(factsOf(owing)['Net of debts']).toBe('unknown: a debt has no price')
    expect(factsOf({ ...whole, totals })['Net of debts']).toBe('unknown')
  })

  test('has a warning for each flag, apart from those with a place of their own', async () => {
    const found = warnings(await scan('guillemot.eth'))
    expect(found).toHaveLength(9)
    expect(found.slice(0, 4)).toEqual([
      'Kittiwake Lend: leverage 5.7×; liquidated when SUSD falls 2.9 % against wrETH.',
      'Kittiwake Lend: leverage 5.7×, so a move of 18 % takes all of it.',
      '1.5 % of the value less debts, $850, cannot be withdrawn now; it unlocks 2026-03-01 12:00 UTC.',
      '1 unlimited approval can take $1.50k. Kittiwake Lend: Pool may take any amount of SUSD: now $1.50k. Kittiwake Lend had 2 recorded losses of $5.00m, last on 2025-03-11. Revoke it when it is no longer in use, or approve only what is needed.',
    ])
    expect(found.slice(4, 7).map((text) => text.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
      'A loan is close to liquidation: the lowest health factor is 1.03, and below 1 it may be liquidated.',
      'At a protocol of level High: Kittiwake Lend.',
      'Without a score, so left out of the portfolio score: Driftwood.',
    ])
    const none = await scan(`${ADDRESS}1`)
    const approvals = none.approvals && { ...none.approvals, warning: 'It may take all.' }
    expect(warnings({ ...none, riskSummary: {}, flags: [], approvals })).toEqual([
      'It may take all.',
    ])
    expect(warnings({ ...UNKNOWN, flags: [...WALLET_FLAGS] })).toHaveLength(WALLET_FLAGS.length - 3)
    expect(
      warnings({ ...UNKNOWN, flags: ['toString', 'a-new-one'] as string[] as WalletFlag[] }),
    ).toEqual(['Flag of the API: toString.', 'Flag of the API: a-new-one.'])
  })
})

describe('a chain that does not answer', () => {
  test('is named, and what it holds is unknown', async () => {
    const late = await scan(`${ADDRESS}4`)
    expect(silentChains(late)).toEqual(['Arbitrum'])
    expect(gaps(late)).toContain('could not be read. Positions there are not in these figures.')
    expect(factsOf(late)['Not seen']).toBe('Arbitrum: unknown')
    expect(formatTankSummary(late, groupPositions(late))).toContain('Arbitrum not read.')
    expect(chainRows(late, [])[0]).toEqual({
      chain: 'Arbitrum',
      state: 'silent',
      result: 'No answer in time',
      looked: 'Nothing read. 3 protocols not seen.',
      block: '–',
      blockTime: '–',
    })
  })

  test('in part is named with the protocols that were not read', async () => {
    const partly = await scan(`${ADDRESS}3`)
    const row = chainRows(partly, []).find((each) => each.chain === 'Base')
    expect(row).toMatchObject({
      state: 'part',
      result: 'Nothing found in what was read; 1 protocol not read',
    })
    expect(row?.looked.replaceAll(/[\u2068\u2069]/g, '')).toBe(
      '1 protocol. sandbox-kittiwake-lend: no node answered.',
    )
    expect(gaps(partly)).toMatch(/Base\u2069 was read in part\. How far this is off is not known/)
  })

  test('is never an empty wallet', () => {
    const of = (...coverage: WalletCoverage[]) => ({ ...UNKNOWN, coverage })
    const silent = of(chain('Base', 'timeout', 'a'), chain('Linea', 'a-new-one', 'b'))
    expect(say(silent)).toBe('No chain could be read, so nothing is known about positions.')
    expect(silentChains(silent)).toEqual(['Base', 'Linea'])
    const some = of(chain('Ethereum', 'ok', 'a', 'b'), chain('Base', 'unavailable', 'a', 'c'))
    expect(say(some)).toBe('No position found on 1 chain that could be read.')
    expect(gaps(some)).toContain('Base')
    expect(say(UNKNOWN)).toBe('No chain could be read, so nothing is known about positions.')
  })
})

describe('the table of chains', () => {
  test('names coins where there is nothing else', async () => {
    const empty = await scan(`${ADDRESS}2`)
    const [first] = empty.coverage
    const coin = { token: null, symbol: 'ETH', amount: '2', usd: 6_000, price: null, missing: null }
    const holdings = [{ ...coin, chain: first?.chain ?? '' }]
    expect(chainRows({ ...empty, holdings }, [])[0]).toMatchObject({
      state: 'found',
      result: '1 token in the wallet itself',
    })
  })

  test('distinguishes nothing found from not asked', async () => {
    const empty = await scan(`${ADDRESS}2`)
    expect(chainRows(empty, []).map(({ state }) => state)).toEqual(Array(4).fill('empty'))
    expect(say(empty)).toBe('No position found on 4 chains that could be read.')
    const all = Object.values(WALLET_CHAINS).flat()
    const rows = (...names: string[]) =>
      chainRows({ ...UNKNOWN, coverage: names.map((name) => chain(name, 'ok', 'a')) }, all)
    expect(rows('Solana').map((row) => [row.chain, row.state])).toEqual([
      ['Solana', 'empty'],
      [`${all.length - 1} other chains`, 'unasked'],
    ])
    const lookedAt = (...names: string[]) =>
      chainRows({ ...UNKNOWN, coverage: [chain('Tron', 'ok', ...names)] }, [])[0]?.looked
    expect([lookedAt('a'), lookedAt('a', 'b')]).toEqual([
      ...['Its only protocol.', 'All of 2 protocols.'],
    ])
    expect(rows('Solana')[1]?.looked).toMatch(/^Ethereum, Arbitrum, .* and Tron\.$/)
    expect(rows(...WALLET_CHAINS.evm).at(-1)).toMatchObject({ chain: 'Tron', state: 'unasked' })
  })

  test('says over what time the blocks are', () => {
    const at = (time: string, status = 'ok'): WalletCoverage => ({
      ...chain('x', status),
      block: { number: 1, time },
    })
    const of = (...coverage: WalletCoverage[]) => blockTimes({ ...UNKNOWN, coverage })
    expect(of(at('2026-11-21T09:12:01Z'), at('2026-11-21T09:10:00Z'))).toBe(
      '21 Nov 2026, 09:10 to 09:12 UTC',
    )
    expect(of(at('2026-11-21T00:00:00Z'), at('2026-11-20T23:59:00Z'))).toBe(
      '20 Nov 2026, 23:59 UTC to 21 Nov 2026, 00:00 UTC',
    )
    expect(of(at('2026-11-21T00:00:00Z'), at('2026-11-01T00:00:00Z', 'stale'))).toBe(
      '21 Nov 2026, 00:00 UTC',
    )
    expect(of()).toBeNull()
  })
})

test('the examples of the page are what they are called', async () => {
  const [named, solana, partly, silent, empty, sanctioned] = await Promise.all(
    words.walletExamples.map(({ address }) => scan(address)),
  )
  expect(named?.resolvedFrom).toBe('guillemot.eth')
  expect(solana?.coverage.map((row) => row.chain)).toEqual(['Solana'])
  expect(partly?.coverage.map(({ status }) => status)).toContain('partial')
  expect(silent?.coverage.map(({ status }) => status)).toContain('timeout')
  expect(empty?.positions).toEqual([])
  expect(sanctioned?.sanctions.status).toBe('listed')
  for (const each of [named, solana, partly, silent, empty, sanctioned]) {
    expect(each && isSandbox(each)).toBe(true)
  }
})
