import { expect, test } from 'vitest'
import { scoreOf } from '../../testing/wallet/portfolios.ts'
import { PROTOCOLS } from './protocols.ts'
import { withKnownSlugs } from './slugs.ts'

test('a protocol of the contract lists is found though its score has another of its slugs', () => {
  const scores = withKnownSlugs(new Map([scoreOf('spark', 3), scoreOf('auk', 5)]))
  expect(PROTOCOLS.sparklend?.aliases).toContain('spark')
  expect(scores.get('sparklend')).toMatchObject({ slug: 'spark', risk: { score: 3 } })
  expect(scores.get('auk')?.risk?.score).toBe(5)
})

test('protocols on Solana are found by their other slugs too', () => {
  const scores = withKnownSlugs(new Map([scoreOf('jito', 3)]))
  expect(scores.get('jito-liquid-staking')).toMatchObject({ slug: 'jito', risk: { score: 3 } })
})

test('its own slug goes before another, and without a score there is none', () => {
  const scores = withKnownSlugs(new Map([scoreOf('spark', 3), scoreOf('sparklend', 4)]))
  expect(scores.get('sparklend')?.risk?.score).toBe(4)
  expect(withKnownSlugs(new Map()).size).toBe(0)
})

test('a renamed protocol is found by its id, and a stranger who took its slug is not it', () => {
  const withId = (slug: string, composite: number, id: string) => {
    const [key, score] = scoreOf(slug, composite)
    return [key, { ...score, upstreamIds: [id] }] as const
  }
  const id = PROTOCOLS['aave-v3']?.id ?? ''
  const renamed = withKnownSlugs(new Map([withId('aave', 3, id), withId('aave-v3', 9, '999999')]))
  expect(renamed.get('aave-v3')).toMatchObject({ slug: 'aave', risk: { score: 3 } })
  const gone = withKnownSlugs(new Map([withId('aave-v3', 9, '999999')]))
  expect(gone.has('aave-v3')).toBe(false)
})
