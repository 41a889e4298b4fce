import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOT_APPLICABLE } from '../../contract/screener-rows.ts'
import { csvOf } from './csv.ts'
import { tableOf } from './fixtures/table.ts'

/** Reads CSV as RFC 4180 says. */
function parseCsv(text: string): string[][] {
  const cells = [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)]
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of cells) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') lines.push([])
  }
  return lines.slice(0, -1)
}

describe('CSV', () => {
  test('gives back any name, after an apostrophe where a spreadsheet would run it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (names) => {
        const table = tableOf(names.map((name) => ({ name })))
        const lines = parseCsv(csvOf(table, names.keys()))
        expect(lines.map((cells) => cells.length)).toEqual(Array(names.length + 1).fill(20))
        const read = lines.slice(1).map(([, name]) => name)
        const isKept = names.map((name, row) => [name, `'${name}`].includes(read[row] ?? ''))
        expect(isKept).toEqual(names.map(() => true))
      }),
      { numRuns: 1_000 },
    )
  })

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    ' =1',
    '\r=1',
    '＝1',
    '=HYPERLINK("http://x","y")',
  ])('%j is not run as a formula', (name) => {
    const [, [id, text] = []] = parseCsv(
      csvOf(tableOf([{ name, category: name, chains: [name] }]), [0]),
    )
    expect(text).toBe(`'${name}`)
    expect(id).toMatch(/^'/)
    const [, , , chains] = parseCsv(csvOf(tableOf([{ name, chains: [name] }]), [0])).at(1) ?? []
    expect(chains).toBe(`'${name}`)
  })

  test('holds only the rows asked for, in their order, with every column', () => {
    const table = tableOf([
      {
        name: 'Tern, Lend',
        category: 'Lending',
        chains: ['Base', 'Celo'],
        composite: 3.6,
        tvlUsd: 5,
        tvlDay: '2026-06-30',
      },
      { name: 'Skua', category: 'Lending' },
      { name: 'Knot' },
    ])
    table.rows.dimensions.oracleRisk[0] = 25
    table.rows.assumed['0'] = ['oracle', 'liquidity']
    table.rows.dimensions.creditRisk[0] = NOT_APPLICABLE
    expect(csvOf(table, [1, 0])).toBe(
      `id,name,category,chains,compositeScore,riskLevel,smartContractRisk,counterpartyRisk,creditRisk,liquidityRisk,oracleRisk,liquidityTrapRisk,tvlUsd,coverageScore,rankInCategory,scoredInCategory,snapshotDay,tvlAsOf,status,assumedDimensions\r
skua,Skua,Lending,,,,,,,,,,,,,,2026-11-21,,active,\r
"tern,-lend","Tern, Lend",Lending,Base; Celo,3.6,moderate,,,not-applicable,,2.5,,5,,1,1,2026-11-21,2026-06-30,active,oracle; liquidity\r
`,
    )
  })

  test('has the TVL on the chosen chains beside the whole', () => {
    const table = tableOf([
      { chains: ['Base', 'Celo'], tvlUsd: 7, chainTvl: [0, 7] },
      { chains: ['Base', 'Celo'], tvlUsd: 7, chainTvl: [null, 7] },
    ])
    const lines = parseCsv(csvOf(table, [0, 1], table.tvlOnChains(['base'])))
    expect(lines.map((cells) => cells.slice(12, 14))).toEqual([
      ['tvlUsd', 'chainTvlUsd'],
      ['7', '0'],
      ['7', ''],
    ])
  })
})
