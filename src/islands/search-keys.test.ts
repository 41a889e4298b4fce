import { expect, test } from 'vitest'
import { opensSearch } from './search-keys.ts'

test.each([
  [{ key: '/' }, false, true],
  [{ key: '/' }, true, false],
  [{ key: 'k', ctrlKey: true }, true, true],
  [{ key: 'K', metaKey: true }, false, true],
  [{ key: 'k', ctrlKey: true, shiftKey: true }, false, false],
  [{ key: '/', altKey: true }, false, false],
  [{ key: 'k' }, false, false],
])('%j, in a text field %s, opens the search: %s', (pressed, isTyping, expected) => {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  expect(opensSearch({ ...none, ...pressed }, isTyping)).toBe(expected)
})
