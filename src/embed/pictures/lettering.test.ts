import { expect, test } from 'vitest'
import { widthOf } from './lettering.ts'

test('a text is as wide as its letters, and one that the lettering lacks takes no room', () => {
  const letters = new Map([['a', { advance: 7, width: 6, cover: new Uint8Array() }]])
  const lettering = { above: 0, height: 10, letters }
  expect([widthOf('', lettering), widthOf('aéa', lettering)]).toEqual([0, 14])
})
