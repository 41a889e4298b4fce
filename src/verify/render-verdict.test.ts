import { describe, expect, test } from 'vitest'
import { renderVerdict } from './render-verdict.ts'
import type { AllVerified, Differs, Reproduced } from './verify-score.ts'

const ABOUT = { snapshot: '2024-03-10-abc', methodology: '0.2.0' }

const reproduced: Reproduced = {
  outcome: 'reproduced',
  ...ABOUT,
  ...{ id: 'aave-v3', composite: 4, level: 'moderate', signals: 21, readings: 14 },
  sources: ['immunefi'],
}

const differs: Differs = {
  outcome: 'differs',
  ...ABOUT,
  ...{ id: 'aave-v3', isKnownCode: true, readLater: [] },
  difference: {
    path: 'scoreMetadata.dimensions.credit.signals[0].value',
    published: 0.49,
    rebuilt: 0.51,
  },
}

const all: AllVerified = {
  outcome: 'all-reproduced',
  ...ABOUT,
  ...{
    isKnownCode: true,
    readLater: [],
    protocols: 2446,
    reproduced: 2446,
    isSameSnapshotId: true,
  },
  otherDocuments: { count: 90, reproduced: 90 },
  differences: [],
}

describe('one score', () => {
  test('that is reproduced is one line', () => {
    expect(renderVerdict(reproduced)).toBe(
      'reproduced: aave-v3 4.0 moderate, methodology 0.2.0, snapshot 2024-03-10-abc, 21 signals, 14 readings from 1 source',
    )
  })

  test('that there is none of is reproduced as that', () => {
    const verdict = { ...reproduced, composite: null, level: null }
    expect(renderVerdict(verdict)).toContain('aave-v3 Insufficient Data, methodology')
  })

  test('that differs shows where, with both values, and whose code was used', () => {
    expect(renderVerdict(differs).split('\n')).toEqual([
      'differs: aave-v3, methodology 0.2.0, snapshot 2024-03-10-abc',
      '  scoreMetadata.dimensions.credit.signals[0].value: published 0.49, rebuilt 0.51',
      '  This checkout is the same code that published it.',
    ])
  })

  test('that differs under other code or later readings says so before anybody is blamed', () => {
    const text = renderVerdict({ ...differs, isKnownCode: false, readLater: ['immunefi'] })
    expect(text).toContain('has read immunefi again after this snapshot')
    expect(text).toContain('may not be the code that published it')
  })

  test('under another methodology says which version to check out', () => {
    const text = renderVerdict({ outcome: 'other-methodology', published: '0.1.0', here: '0.2.0' })
    expect(text).toContain('published under 0.1.0, and this checkout has 0.2.0')
    expect(text).toContain(`git log -S'"version": "0.1.0"' -- data/methodology.json`)
  })

  test('under a methodology whose name is a trap gives no command that springs it', () => {
    const text = renderVerdict({
      outcome: 'other-methodology',
      published: "1';rm -r ~'",
      here: '2',
    })
    expect(text).toContain(`git log -S'"version": "1rm-r"'`)
  })

  test('of an unknown id names the nearest', () => {
    const verdict = { outcome: 'unknown-id', id: 'aave', nearest: ['aave-v2', 'aave-v3'] } as const
    expect(renderVerdict({ ...verdict, nearest: [...verdict.nearest] })).toBe(
      'unknown: no protocol is published under the id "aave". Did you mean: aave-v2, aave-v3?',
    )
  })
})

describe('all scores', () => {
  test('that are reproduced are counted', () => {
    expect(renderVerdict(all).split('\n')).toEqual([
      'reproduced: 2,446 of 2,446 protocols and 90 of 90 other documents, methodology 0.2.0, snapshot 2024-03-10-abc',
      '  The id of the snapshot, a hash over all readings and scores, comes out the same.',
    ])
  })

  test('of which some differ name the first and count the rest', () => {
    const text = renderVerdict({
      ...all,
      ...{ outcome: 'some-differ', reproduced: 2440, isSameSnapshotId: false },
      differences: [
        { name: 'aave-v3', difference: { path: '', published: undefined, rebuilt: 'a document' } },
      ],
    })
    expect(text).toContain('differs: 2,440 of 2,446 protocols')
    expect(text).toContain(
      '  aave-v3: the whole: published nothing, rebuilt "a document"\n  and 5 more',
    )
  })
})
