import { describe, expect, test } from 'vitest'
import type { ContractControl } from '../../domain/control.ts'
import { DAY_SECONDS } from '../../domain/day.ts'
import {
  type aPath,
  by,
  bySafe,
  changedAtLeastBy,
  changedBy,
  HOUR,
} from '../../domain/fixtures/control.ts'
import type { ReviewGrade } from '../../domain/protocol.ts'
import { missing } from '../../domain/reading.ts'
import type { ProtocolRecord } from '../../domain/record.ts'
import { controlled } from '../fixtures/control.ts'
import { judge } from '../fixtures/judgement.ts'
import { fact } from '../fixtures/record.ts'
import { reviewed } from '../fixtures/review.ts'
import { METHODOLOGY } from '../methodology.ts'
import { upgradePath } from './upgrade-path.ts'

type Grade = ReviewGrade | null

describe('a review', () => {
  test.each<[Grade, Grade, Grade, number]>([
    ['L', 'L', 'L', 0],
    ['M', 'M', 'M', 3.5],
    ['H', 'H', 'H', 7],
    ['H', 'M', 'L', 3.5],
    ['H', 'H', 'L', (3.5 * 4) / 3],
    ['H', null, null, 7],
    [null, 'L', null, 0],
  ])(
    'of upgradeability %s, exit window %s and autonomy %s has these risk points',
    (upgradeability, exitWindow, autonomy, value) => {
      const record = reviewed({ upgradeability, exitWindow, autonomy, stage: 1 })
      const judged = judge(upgradePath, record)
      expect(judged).toMatchObject({ asOf: '2024-01-01', source: 'test' })
      expect(judged).toHaveProperty('value', expect.closeTo(value, 9))
    },
  )

  test.each([
    [0, 7],
    [1, 3.5],
    [2, 0],
  ] as const)('stage %i replaces the grades where a review has none', (stage, value) => {
    expect(
      judge(upgradePath, reviewed({ stage, chain: 'Base', accessibility: 'H' })),
    ).toMatchObject({
      value,
      sentence: `DeFiScan stage ${stage} on Base; no grades. Reviewed 2 months ago.`,
    })
  })

  test.each([
    [
      1,
      'DeFiScan stage 1 on Ethereum; control risk: upgradeability high, exit window medium, autonomy not graded. Reviewed 2 months ago.',
    ],
    [
      null,
      'DeFiScan outside its stages on Ethereum; control risk: upgradeability high, exit window medium, autonomy not graded. Reviewed 2 months ago.',
    ],
  ] as const)(
    'the sentence names the deployment, its stage (%s) and every grade',
    (stage, sentence) => {
      const record = reviewed({ stage, upgradeability: 'H', exitWindow: 'M', accessibility: 'L' })
      expect(judge(upgradePath, record)).toHaveProperty('sentence', sentence)
    },
  )

  test('does not look at accessibility', () => {
    expect(judge(upgradePath, reviewed({ accessibility: 'H' }))).toMatchObject({
      missing: 'not-covered',
    })
  })
})

type Contracts = Partial<ContractControl>[]

/** The risk points of a protocol with these contracts; an exchange on Ethereum unless `fields` say otherwise. */
function riskOf(contracts: Contracts, fields: Partial<ProtocolRecord> = {}): number {
  const judged = judge(upgradePath, controlled(contracts, fields))
  if (typeof judged === 'string' || judged.value === undefined) throw new Error('no value')
  return judged.value
}

const on = (chain: string, usd: number) => ({ chain, section: 'tvl' as const, usd })
const { prior: PRIOR, priorByActivity } = METHODOLOGY.signals.upgradePath

describe('contracts that were read', () => {
  test.each<[string, Contracts, Partial<ProtocolRecord>, number]>([
    ['Aave: a vote and a day', [{ codeChange: changedBy(by('governor', DAY_SECONDS)) }], {}, 4.25],
    ['Uniswap: nobody', [{ codeChange: changedBy(by('nobody')) }], {}, 0],
    ['a Safe of 3 of 5 at once', [{ codeChange: changedBy(bySafe(3, 5)) }], {}, 7],
    ['one key', [{ codeChange: changedBy(by('eoa')) }], {}, 9.5],
    [
      'a key as a module beside a Safe with a timelock',
      [{ codeChange: changedBy(bySafe(6, 9, 7 * DAY_SECONDS), by('eoa')) }],
      {},
      9.5,
    ],
    ['6 of 9 after a week', [{ codeChange: changedBy(bySafe(6, 9, 7 * DAY_SECONDS)) }], {}, 3],
    [
      'EigenLayer: 3 of 5 after ten days, or 9 of 13 at once',
      [{ codeChange: changedBy(bySafe(3, 5, 10 * DAY_SECONDS), bySafe(9, 13)) }],
      { category: 'Restaking' },
      6,
    ],
    [
      'ether.fi: an hour, where leaving takes a week',
      [{ codeChange: changedBy(bySafe(6, 10, HOUR)) }],
      { category: 'Liquid Restaking' },
      6,
    ],
    [
      'a timelock of two days without known proposers',
      [{ codeChange: changedBy(by('timelock', 2 * DAY_SECONDS)) }],
      {},
      7.125,
    ],
    [
      'code that could not be followed',
      [{ codeChange: { known: false, why: 'unknown-proxy' } }],
      {},
      9.5,
    ],
  ])('%s', (_, contracts, fields, risk) => {
    expect(riskOf(contracts, fields)).toBeCloseTo(risk, 9)
  })

  test('the worst contract with deposits speaks, with its day and page', () => {
    const contracts = [
      { address: '0x1', codeChange: changedBy(by('nobody')) },
      {
        address: '0x2',
        codeChange: changedBy(bySafe(4, 7)),
        day: '2024-02-02',
        link: 'https://example.com/0x2',
      },
      { address: '0x3', role: 'token' as const },
    ]
    for (const order of [contracts, contracts.toReversed()]) {
      expect(judge(upgradePath, controlled(order))).toEqual({
        value: 6.5,
        sentence:
          '4 of 7 signers of a Safe (0xsafe) can change the code of Vault 0x2 on Ethereum, at once (2024-02-02).',
        asOf: '2024-02-02',
        source: 'test',
      })
    }
  })

  test('"at least" counts as one key that acts at once, whatever is listed', () => {
    expect(riskOf([{ codeChange: changedAtLeastBy(by('governor', 30 * DAY_SECONDS)) }])).toBe(9.5)
    expect(riskOf([{ codeChange: changedAtLeastBy() }])).toBe(9.5)
  })

  test('a contract of which the record does not say is left out', () => {
    const silent = { address: '0x2', codeChange: { known: false, why: 'not-recorded' } } as const
    expect(riskOf([{ codeChange: changedBy(by('nobody')) }, silent])).toBe(0)
    expect(judge(upgradePath, controlled([silent]))).toMatchObject({ missing: 'not-covered' })
  })
})

describe('TVL on a chain where no contract was read', () => {
  const tvl = fact([on('Ethereum', 3), on('Polygon', 1)])
  const dex = priorByActivity.dex ?? expect.fail('exchanges have a prior')
  const risk = (path: ReturnType<typeof aPath>, fields: Partial<ProtocolRecord> = { tvl }) =>
    riskOf([{ codeChange: changedBy(path) }], fields)

  test('counts at the prior of its kind', () => {
    expect(risk(by('nobody'))).toBeCloseTo(0.25 * dex, 12)
    expect(risk(by('governor'))).toBeCloseTo(0.75 * 5 + 0.25 * dex, 12)
    expect(risk(by('nobody'), { tvl, category: 'Lending' })).toBeCloseTo(0.25 * PRIOR, 12)
  })

  test('is no better than what was read', () => {
    expect(risk(by('eoa'))).toBe(9.5)
  })

  test('is covered by any contract with deposits there, and by none of which the record does not say', () => {
    const ethereum = { codeChange: changedBy(by('nobody')) }
    const polygon = { ...ethereum, chain: 'Polygon', address: '0x2' }
    expect(riskOf([ethereum, polygon], { tvl })).toBe(0)
    const silent = { ...polygon, codeChange: { known: false, why: 'not-recorded' } } as const
    expect(riskOf([ethereum, silent], { tvl })).toBeCloseTo(0.25 * dex, 12)
    expect(riskOf([ethereum, { ...polygon, role: 'token' }], { tvl })).toBeCloseTo(0.25 * dex, 12)
  })

  test('is all of it while TVL is not known, so that nothing good speaks for the protocol', () => {
    const unread = { tvl: missing('stale', 'registry') }
    const record = (path: ReturnType<typeof aPath>) =>
      controlled([{ codeChange: changedBy(path) }], { ...unread, chains: ['Ethereum'] })
    expect(judge(upgradePath, record(by('nobody')))).toMatchObject({ missing: 'not-covered' })
    expect(judge(upgradePath, record(by('eoa')))).toMatchObject({ value: 9.5 })
  })
})

describe('a path that reaches little of TVL', () => {
  const shares = (base: number, arbitrum: number) =>
    fact([on('Ethereum', 100 - base - arbitrum), on('Base', base), on('Arbitrum', arbitrum)])
  const contracts: Contracts = [
    { codeChange: changedBy(by('governor')) },
    { chain: 'Base', codeChange: changedBy(by('eoa')) },
    { chain: 'Arbitrum', codeChange: changedBy(by('eoa')) },
  ]

  test('does not speak for the protocol below a twentieth, alone or with others', () => {
    expect(riskOf(contracts, { tvl: shares(2, 2) })).toBe(5)
    expect(riskOf(contracts, { tvl: shares(5, 0) })).toBe(9.5)
    expect(riskOf(contracts, { tvl: shares(2, 3) })).toBe(9.5)
  })

  test('speaks where TVL by chain is not known, or where nothing else was read', () => {
    expect(riskOf(contracts, { tvl: missing('refused', 'test') })).toBe(9.5)
    expect(riskOf(contracts.slice(1, 2), { tvl: shares(1, 1) })).toBe(9.5)
  })
})
