import { expect, test } from 'vitest'
import { lend, lst, tokenList } from '../../testing/wallet/solana/token-list.ts'
import { SOL } from './program-ids.ts'
import { parseSolanaTokenList } from './token-list.ts'

test('the token list that is shipped is sound, and names the protocols that have scores', () => {
  expect(tokenList.lsts.length).toBeGreaterThan(200)
  expect(lst('JitoSOL').protocol).toBe('jito-liquid-staking')
  expect(lst('mSOL').pool).toBe('8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC')
  expect(lst('JLP')).toMatchObject({ protocol: 'jupiter-perpetual-exchange', pool: null })
  expect(lend('jlUSDC').mint).toBe('9BEcn9aPEmhSPbPQeFGjidRiEKki46fVQDyPpSQXPA2D')
  expect(lend('jlSOL').market).toBe('BeAqbxfrcXmzEYT2Ra62oW2MqkuFDHaCtps47Mzg6Zj3')
})

test('SOL itself is no position', () => {
  const mints = [...tokenList.lsts, ...tokenList.lends].map(({ mint }) => mint)
  expect(mints).not.toContain(SOL.mint)
})

test('a token with two owners is refused', () => {
  const [first] = tokenList.lsts
  expect(() => parseSolanaTokenList({ ...tokenList, lsts: [first, first] })).toThrow('twice')
})

test('an address that is none is refused', () => {
  const broken = { ...lst('JitoSOL'), pool: 'nowhere' }
  expect(() => parseSolanaTokenList({ ...tokenList, lsts: [broken] })).toThrow(
    'not a Solana address',
  )
})
