import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { invented } from '../../src/testing/wallet/solana/accounts.ts'
import { tokenList } from '../../src/testing/wallet/solana/token-list.ts'
import { knownSymbol } from '../../src/wallet/solana/bundled-tokens.ts'
import { solanaSymbols } from './solana-symbols.ts'

const list = new URL(
  '../../../shared/upstream/tokens/jupiter_validated_2025-04-21.csv',
  import.meta.url,
)
const shipped = new URL('../../data/wallet/solana-symbols.json', import.meta.url)
const DAY = '2025-04-21'
const HEAD = 'Name,Symbol,Mint,Decimals,LogoURI,Community Validated\n'

const symbolsIn = (rows: string[]) => solanaSymbols(HEAD + rows.join('\n'), DAY, tokenList).symbols

test('a token has its symbol by its mint, whatever its name and logo', () => {
  const [a, b] = [invented(1), invented(2)]
  const rows = [`Tern,TERN,${a},9,https://a.example/x,y.png,true`, `"Auk, the",$AUK,${b},6,,false`]
  expect(symbolsIn(rows)).toEqual({ [a]: 'TERN', [b]: '$AUK' })
})

test('a symbol of several tokens, or of one in the token list, names none of them', () => {
  const rows = ['TERN', '$Tern', 'JitoSOL', 'USDC', 'SOL'].map(
    (symbol, i) => `A name,${symbol},${invented(i)},9,,true`,
  )
  expect(symbolsIn(rows)).toEqual({})
})

test('a token of the token list keeps the symbol it has there', () => {
  const [jito] = tokenList.lsts
  expect(symbolsIn([`A name,other,${jito?.mint},9,,true`])).toEqual({})
})

test('the shipped symbols are known in a scan, and those of the token list too', () => {
  expect(knownSymbol('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263')).toBe('Bonk')
  expect(knownSymbol('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe('USDC')
  expect(knownSymbol(invented(3))).toBeUndefined()
})

describe.skipIf(!existsSync(list))('the published list', () => {
  test('gives the symbols that are shipped', () => {
    const made = solanaSymbols(readFileSync(list, 'utf8'), DAY, tokenList)
    expect(JSON.parse(readFileSync(shipped, 'utf8'))).toEqual(made)
  })
})
