import { describe, expect, test } from 'vitest'
import { scoreTable } from '../bulk/score-table.ts'
import { isWithoutTvl, protocolSnippets, SCORE_COLUMNS, screenerSnippets } from './snippets.ts'

const SITE = 'https://risk.example'
const ASKED = { site: SITE, id: 'aave-v3' }
const SHOWN = { printed: '4.4 moderate', listed: true }

const codeOf = (snippets: { title: string; code: string }[], title: string) =>
  snippets.find((snippet) => snippet.title === title)?.code

test('a formula reads the columns that the table has at these places', () => {
  const { columns } = scoreTable([], { id: 'x', asOf: '2026-11-20', methodology: '1' })
  const names = Object.entries(SCORE_COLUMNS).map(([name, place]) => [
    name,
    columns[place - 1]?.name,
  ])
  expect(Object.fromEntries(names)).toEqual({
    ...{ id: 'id', name: 'name', category: 'category', chains: 'chains', level: 'level' },
    ...{ compositeScore: 'composite', status: 'status', smartContractRisk: 'smart_contract' },
    ...{ counterpartyRisk: 'counterparty', creditRisk: 'credit', liquidityRisk: 'liquidity' },
    ...{ oracleRisk: 'oracle', liquidityTrapRisk: 'liquidity_trap' },
  })
})

describe(protocolSnippets, () => {
  test('ask for one protocol with curl, the client, a data frame and a formula', () => {
    const snippets = protocolSnippets(ASKED, SHOWN)
    expect(snippets.map(({ title }) => title)).toEqual([
      'curl',
      'TypeScript',
      'Python',
      'Spreadsheet',
    ])
    expect(codeOf(snippets, 'curl')).toBe('curl -s https://risk.example/v1/protocols/aave-v3')
    expect(codeOf(snippets, 'TypeScript')).toMatch(
      /^\/\/ npm install https:\/\/risk\.example\/client\/plimsoll-\d+\.\d+\.\d+\.tgz$/m,
    )
    expect(codeOf(snippets, 'TypeScript')).toMatch(/get\("aave-v3"\).*\/\/ 4\.4 moderate$/s)
    expect(codeOf(snippets, 'Python')).toContain(
      '"https://risk.example/v1/protocols/aave-v3/history"',
    )
    expect(codeOf(snippets, 'Spreadsheet')).toBe(
      `=QUERY(IMPORTDATA("https://risk.example/bulk/latest/scores.csv"), "select Col2, Col6, Col5 where Col1 = 'aave-v3'", 1)`,
    )
  })

  test('have no formula for a protocol that is in no table', () => {
    const titles = protocolSnippets(ASKED, { ...SHOWN, listed: false }).map(({ title }) => title)
    expect(titles).not.toContain('Spreadsheet')
  })

  test('hold an id from outside as one word, one text and one literal', () => {
    const snippets = protocolSnippets({ site: SITE, id: `a'b"c` }, SHOWN)
    expect(codeOf(snippets, 'curl')).toBe(`curl -s 'https://risk.example/v1/protocols/a'\\''b%22c'`)
    expect(codeOf(snippets, 'TypeScript')).toContain(String.raw`get("a'b\"c")`)
    expect(codeOf(snippets, 'Spreadsheet')).toContain(`where Col1 = ""a'bc""", 1)`)
  })
})

describe(screenerSnippets, () => {
  const SEARCH =
    '?chain=Base,OP%20Mainnet&category=Lending&level=low,none&maxOracleRisk=6.5&status=active&sort=oracleRisk&order=asc&per_page=100'

  test('ask for the rows of a query in the same four ways', () => {
    const snippets = screenerSnippets(SITE, SEARCH)
    expect(codeOf(snippets, 'curl')).toBe(`curl -s "https://risk.example/v1/screener${SEARCH}"`)
    expect(codeOf(snippets, 'TypeScript')).toContain(
      '  chain: ["Base","OP Mainnet"],\n  category: ["Lending"],\n  level: ["low","none"],\n  maxOracleRisk: 6.5,\n  status: "active",\n  sort: "oracleRisk",\n  order: "asc",\n  per_page: 100,\n',
    )
    expect(codeOf(snippets, 'Spreadsheet')).toContain(
      `where lower(Col4) matches '(.*; )?(base|op mainnet)(; .*)?' and lower(Col3) matches 'lending' and (Col5 = 'low' or Col5 is null) and Col17 = 'active' and Col44 <= 6.5"`,
    )
  })

  test('keep a text that looks like a number, and signs that an expression would read', () => {
    const snippets = screenerSnippets(SITE, '?q=42&chain=a.b%2B')
    expect(codeOf(snippets, 'TypeScript')).toContain('  q: "42",')
    expect(codeOf(snippets, 'Spreadsheet')).toContain(
      String.raw`(lower(Col2) contains '42' or lower(Col1) contains '42') and lower(Col4) matches '(.*; )?(a\.b\+)(; .*)?'`,
    )
  })

  test('say whether the formula leaves out a limit of TVL', () => {
    expect([isWithoutTvl('?minTvl=5'), isWithoutTvl('?maxOracleRisk=5&sort=tvl')]).toEqual([
      true,
      false,
    ])
  })
})
