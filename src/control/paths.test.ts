import { describe, expect, test } from 'vitest'
import { at } from './fixtures/memory-chain.ts'
import { atLeast, join, pathTo, through, unknown, whole, withNote, withProof } from './paths.ts'

const eoas = (count: number) =>
  whole(...Array.from({ length: count }, (_, index) => pathTo('eoa', at(index))))

describe(join, () => {
  test.each([
    [60, 60, true],
    [61, 60, false],
  ])('of %i paths it keeps %i', (count, kept, isWhole) => {
    const found = join([eoas(count), eoas(count)])
    expect(found.paths).toHaveLength(kept)
    expect(found.isWhole).toBe(isWhole)
  })

  test('a path is another one by actor, address, delay, vote or way', () => {
    const path = pathTo('eoa', at(1))
    const others = [
      { ...path, actor: 'safe' as const },
      { ...path, address: at(2) },
      { ...path, delaySeconds: 1 },
      { ...path, voteSeconds: 1 },
      { ...path, via: [at(3)] },
    ]
    expect(join([whole(path), ...others.map((each) => whole(each))]).paths).toHaveLength(6)
    expect(join([whole(path), whole({ ...path, note: 'again', proof: 'asked' })]).paths).toEqual([
      path,
    ])
  })

  test('no one counts only where there is no other path', () => {
    const none = whole(pathTo('nobody', null))
    expect(join([none, none]).paths).toHaveLength(1)
    expect(join([none, eoas(1)]).paths.map(({ actor }) => actor)).toEqual(['eoa'])
  })

  test('is as whole as its parts, and names the gap that passes first', () => {
    expect(join([eoas(1), unknown('no-code')])).toMatchObject({ isWhole: false, gap: 'no-code' })
    expect(join([unknown('no-code'), unknown('node-failed')]).gap).toBe('node-failed')
    expect(join([unknown('no-code'), unknown('unidentified')]).gap).toBe('no-code')
    expect(join([]).isWhole).toBe(true)
    expect(atLeast(atLeast(eoas(1), 'no-code'), 'unidentified').gap).toBe('no-code')
  })
})

describe(through, () => {
  test('adds the contract and its delays in front, but for a path to no one', () => {
    const path = pathTo('eoa', at(1), { via: [at(2)], delaySeconds: 5, voteSeconds: 7, note: 'b' })
    const change = { delaySeconds: 10, voteSeconds: 20, note: 'a', proof: 'asked' as const }
    const [one, none] = through(at(3), whole(path, pathTo('nobody', null)), change).paths
    expect(one).toMatchObject({
      via: [at(3), at(2)],
      delaySeconds: 15,
      voteSeconds: 27,
      note: 'a; b',
      proof: 'asked',
    })
    expect(none?.via).toEqual([])
  })

  test.each([
    [null, 10],
    [5, null],
  ])('a delay of %s and one of %s are not known together', (first, second) => {
    const found = whole(pathTo('eoa', at(1), { delaySeconds: first }))
    expect(through(at(3), found, { delaySeconds: second }).paths[0]?.delaySeconds).toBeNull()
  })
})

test('another proof or note is that of each path, but a curated one stays curated', () => {
  const found = whole(pathTo('eoa', at(1)), pathTo('safe', at(2), { proof: 'curated', note: 'x' }))
  expect(withProof(found, 'asked').paths.map(({ proof }) => proof)).toEqual(['asked', 'curated'])
  expect(withNote(found, 'first').paths.map(({ note }) => note)).toEqual(['first', 'first; x'])
})
