import { describe, expect, test } from 'vitest'
import { createBallot } from './ballot.ts'

/** Answers of nodes a, b, c …; `heavy` is none that counts. */
function ballotOf(...answers: (string | null)[]) {
  const ballot = createBallot<string>(
    (answer) => answer,
    (answer) => answer !== 'heavy',
  )
  answers.forEach((answer, at) => {
    if (answer !== null) ballot.put('q', 'abcdef'[at] ?? '', answer)
  })
  return ballot
}

describe(createBallot, () => {
  test.each([
    [['1', '1'], '1', false, []],
    [['1', '1', '2'], '1', false, ['c']],
    [['2', '1', '1'], '1', false, ['a']],
    [['1'], undefined, true, []],
    [['1', null, null], undefined, true, []],
    [['1', '2'], undefined, true, ['a', 'b']],
    [['1', '1', '2', '2'], undefined, true, ['a', 'b', 'c', 'd']],
    [['1', 'heavy'], undefined, true, []],
    [['1', '1', 'heavy'], '1', false, []],
    [['heavy', 'heavy'], 'heavy', false, []],
    [[], undefined, false, []],
  ])('of the answers %j it takes %j', (answers, agreed, isDoubtful, dissenters) => {
    const ballot = ballotOf(...answers)
    expect(ballot.agreed('q')).toBe(agreed)
    expect(ballot.isDoubtful()).toBe(isDoubtful)
    expect([...ballot.dissenters()]).toEqual(dissenters)
  })

  test('the likeliest answer is the agreed one, else the first that counts', () => {
    expect(ballotOf('2', '1', '1').likeliest('q')).toBe('1')
    expect(ballotOf('heavy', '2', '1').likeliest('q')).toBe('2')
    expect(ballotOf().likeliest('q')).toBeUndefined()
  })

  test('a node that is asked twice has one vote', () => {
    const ballot = ballotOf('1')
    ballot.put('q', 'a', '1')
    expect(ballot.agreed('q')).toBeUndefined()
  })
})
