import { expect, test } from 'vitest'
import { lend, lst, registry } from '../../testing/wallet/solana/registry.ts'
import { SOL } from './programs.ts'
import { readSolanaRegistry } from './registry.ts'

test('the registry that is shipped is sound, and names the protocols that have scores', () => {
  expect(registry.lsts.length).toBeGreaterThan(200)
  expect(lst('JitoSOL').protocol).toBe('jito-liquid-staking')
  expect(lst('mSOL')).toMatchObject({ protocol: 'marinade-liquid-staking', pool: null })
  expect(lend('jlUSDC').mint).toBe('9BEcn9aPEmhSPbPQeFGjidRiEKki46fVQDyPpSQXPA2D')
  expect(lend('jlSOL').market).toBe('BeAqbxfrcXmzEYT2Ra62oW2MqkuFDHaCtps47Mzg6Zj3')
})

test('SOL itself is no position', () => {
  const mints = [...registry.lsts, ...registry.lends].map(({ mint }) => mint)
  expect(mints).not.toContain(SOL.mint)
})

test('a token with two owners is refused', () => {
  const [first] = registry.lsts
  expect(() => readSolanaRegistry({ ...registry, lsts: [first, first] })).toThrow('twice')
})

test('an address that is none is refused', () => {
  const broken = { ...lst('JitoSOL'), pool: 'nowhere' }
  expect(() => readSolanaRegistry({ ...registry, lsts: [broken] })).toThrow('no Solana address')
})
