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
