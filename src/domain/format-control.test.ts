import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPath, IMMUTABLE } from './fixtures/control.ts'
import { formatActor, formatDelay, formatDuration } from './format-control.ts'

test.each([
  [1, '1 second'],
  [180, '3 minutes'],
  [3600, '1 hour'],
  [64_800, '18 hours'],
  [86_400, '1 day'],
  [90_000, '25 hours'],
  [172_800, '2 days'],
  [864_000, '10 days'],
  [216_000, '2.5 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

test('a duration in words is never longer than it is', () => {
  const unit: Record<string, number> = { second: 1, minute: 60, hour: 3600, day: 86_400 }
  fc.assert(
    fc.property(fc.nat(100_000_000), (seconds) => {
      const [amount = '', name = ''] = formatDuration(seconds).split(' ')
      const length = Number(amount) * (unit[name.replace(/s$/, '')] ?? Number.NaN)
      expect(length).toBeLessThanOrEqual(seconds + 1e-6)
      expect(length).toBeGreaterThanOrEqual(seconds * 0.9)
    }),
  )
})

describe('the delay of a path', () => {
  test('that is none is at once', () => {
    expect(formatDelay(aPath())).toBe('at once')
  })

  test('that is not known is not said to be none', () => {
    expect(formatDelay(aPath({ delaySeconds: null }))).toBe('delay not recorded')
  })

  test('comes with the vote of a governor, of known length or not', () => {
    const vote = aPath({ actor: 'governor', voteSeconds: null, delaySeconds: 172_800 })
    expect(formatDelay(vote)).toBe('after a vote and 2 days')
    expect(formatDelay({ ...vote, voteSeconds: 259_200 })).toBe('after a vote of 3 days and 2 days')
    expect(formatDelay({ ...vote, delaySeconds: null })).toBe('after a vote; delay not recorded')
    expect(formatDelay({ ...vote, delaySeconds: 0 })).toBe('after a vote')
  })
})

describe('an actor in words', () => {
  test('names the signers where they are known', () => {
    expect(formatActor(aPath())).toBe('3 of 5 signers of a Safe')
    expect(formatActor(aPath({ threshold: 1, signers: 1 }))).toBe('the one signer of a Safe')
    expect(formatActor(aPath({ signers: null }))).toBe('a Safe with signers that are not recorded')
    expect(formatActor(aPath({ actor: 'curated' }))).toBe('3 of 5 signers of a multisig')
  })

  test('is never called safe or trusted', () => {
    const kinds = [
      'nobody',
      'eoa',
      'safe',
      'governor',
      'timelock',
      'curated',
      'unidentified',
      'anyone',
    ] as const
    for (const actor of kinds) {
      expect(formatActor({ ...IMMUTABLE, actor })).not.toMatch(/\bsafe\b|trust|guarantee/)
    }
  })
})
