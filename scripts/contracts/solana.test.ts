import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tokenList } from '../../src/testing/wallet/solana/token-list.ts'
import { solanaTokenList } from './solana.ts'

const list = new URL(
  '../../../shared/upstream/tokens/sanctum_lst_list_2025-09-18.toml',
  import.meta.url,
)
const DAY = '2025-09-18'
const MINT = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'
const POOL = 'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb'

function entry(mint: string, symbol: string, pool: string): string {
  return `[[sanctum_lst_list]]
mint = "${mint}"
symbol = "${symbol}"
decimals = 9
[sanctum_lst_list.pool]
${pool}
`
}

test('an entry keeps its facts, and its slug where it has one', () => {
  const pool = `program = "Spl"\npool = "${POOL}"`
  expect(solanaTokenList(entry(MINT, 'JitoSOL', pool), DAY).lsts).toContainEqual({
    mint: MINT,
    symbol: 'JitoSOL',
    decimals: 9,
    protocol: 'jito-liquid-staking',
    pool: POOL,
  })
})

test('a pool of a program whose accounts are not read gives no rate', () => {
  const { lsts } = solanaTokenList(entry(MINT, 'x', 'program = "Marinade"'), DAY)
  expect(lsts.find(({ mint }) => mint === MINT)?.pool).toBeNull()
})

test('an entry without a field stops the work', () => {
  expect(() => solanaTokenList(entry(MINT, 'x', 'program = "Spl"'), DAY)).toThrow('has no pool')
})

describe.skipIf(!existsSync(list))('the published list', () => {
  test('gives the token list that is shipped', () => {
    expect(solanaTokenList(readFileSync(list, 'utf8'), DAY)).toEqual(tokenList)
  })
})
