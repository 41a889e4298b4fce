import { describe, expect, test } from 'vitest'
import type { CodeChange } from '../domain/control.ts'
import { aContract, aPath, changedBy, IMMUTABLE } from '../domain/fixtures/control.ts'
import { formatReview, formatWhen, formatWho, isBroken, provenance } from './control-facts.ts'
import { groupControl } from './control-groups.ts'
import { shown } from './fixtures/control.ts'

function groupOf(...contracts: Parameters<typeof aContract>[0][]) {
  const [group] = groupControl(
    contracts.map((fields, index) => shown(aContract({ address: `0x${index}`, ...fields }))),
  )
  if (!group) throw new Error('contracts give a group')
  return group
}

describe('a group in words', () => {
  test('says who and when, that code is fixed, and why it is not known', () => {
    const words = (fields: Parameters<typeof aContract>[0]) => {
      const group = groupOf(fields)
      return [formatWho(group), formatWhen(group)]
    }
    expect(words({})).toEqual(['3 of 5 signers of a Safe', 'at once'])
    expect(words({ codeChange: changedBy(IMMUTABLE) })).toEqual(['No one', 'code is fixed'])
    expect(words({ codeChange: { known: true, paths: [aPath()], complete: false } })).toEqual([
      '3 of 5 signers of a Safe',
      'at once, at least this way',
    ])
    expect(words({ codeChange: { known: false, why: 'unknown-proxy' } })).toEqual([
      'Not known',
      'it delegates to code that no known slot names',
    ])
  })
})

test('the line to the actor is broken where the delay or the actor is not known', () => {
  const broken = (codeChange: CodeChange) => isBroken(groupOf({ codeChange }))
  expect(broken(changedBy(aPath()))).toBe(false)
  expect(broken(changedBy(IMMUTABLE))).toBe(false)
  expect(broken(changedBy(aPath({ delaySeconds: null })))).toBe(true)
  expect(broken(changedBy(aPath({ actor: 'unidentified' })))).toBe(true)
  expect(broken({ known: false, why: 'not-recorded' })).toBe(true)
})

test('the records are named with their first and last day, and not taken for readings of the chain', () => {
  expect(provenance([{ source: 'onchain', day: '2024-03-11' }])).toBe(
    'Read from the chain; readings of 11 Mar 2024.',
  )
  expect(
    provenance([
      { source: 'l2beat', day: '2024-03-11' },
      { source: 'defiscan', day: '2023-01-02' },
    ]),
  ).toBe(
    'From public records: DeFiScan, L2BEAT. Facts of 2 Jan 2023 to 11 Mar 2024; later changes are not in them.',
  )
})

test('a review is shown with what it grades', () => {
  const review = { chain: 'Ethereum', reviewedOn: '2024-01-02', url: null }
  expect(formatReview({ ...review, stage: 1, upgradeability: 'M', exitWindow: 'L' })).toBe(
    'stage 1, risk of upgrades medium, risk of a short exit window low',
  )
  expect(formatReview({ ...review, stage: null, upgradeability: null, exitWindow: null })).toBe(
    'no stage',
  )
})
