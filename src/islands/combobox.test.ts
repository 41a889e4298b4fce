import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLOSED, type ListState, pressKey, withOptions } from './combobox.ts'

/** What is chosen after each of these keys. */
function walk(state: ListState, keys: string[]): (number | null)[] {
  let now = state
  return keys.map((key) => {
    now = pressKey(now, key).state
    return now.active
  })
}

describe('keys of a combobox', () => {
  test('down and up pass through the options and back to the field', () => {
    const down = Array(4).fill('ArrowDown')
    expect(walk(withOptions(3), down)).toEqual([0, 1, 2, null])
    expect(walk(withOptions(3), Array(4).fill('ArrowUp'))).toEqual([2, 1, 0, null])
  })

  test('an arrow opens a closed list again at its first or last option', () => {
    const closed = { open: false, count: 3, active: null }
    expect(pressKey(closed, 'ArrowDown').state).toEqual({ open: true, count: 3, active: 0 })
    expect(pressKey(closed, 'ArrowUp').state).toEqual({ open: true, count: 3, active: 2 })
  })

  test('Enter goes to the chosen option, and without one it is left to the form', () => {
    const chosen = { open: true, count: 3, active: 1 }
    expect(pressKey(chosen, 'Enter')).toEqual({
      state: { open: false, count: 3, active: null },
      handled: true,
      choose: 1,
    })
    expect(pressKey(withOptions(3), 'Enter')).toMatchObject({ handled: false, choose: null })
  })

  test('Enter goes to the only option that is meant, unless another is chosen', () => {
    expect(pressKey(withOptions(3), 'Enter', 0)).toMatchObject({ handled: true, choose: 0 })
    const chosen = { open: true, count: 3, active: 1 }
    expect(pressKey(chosen, 'Enter', 0)).toMatchObject({ handled: true, choose: 1 })
    expect(pressKey(CLOSED, 'Enter', 0)).toMatchObject({ handled: false, choose: null })
  })

  test('Escape closes the list first and is then left to the browser; Tab closes it and moves on', () => {
    const { state, handled } = pressKey(withOptions(3), 'Escape')
    expect([state.open, handled]).toEqual([false, true])
    expect(pressKey(state, 'Escape').handled).toBe(false)
    expect(pressKey(withOptions(3), 'Tab')).toMatchObject({
      state: { open: false },
      handled: false,
    })
  })

  test('other keys and an empty list change nothing', () => {
    for (const key of ['a', 'Home', 'End', 'ArrowLeft', 'Delete']) {
      const open = withOptions(2)
      expect(pressKey(open, key)).toEqual({ state: open, handled: false, choose: null })
    }
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter', 'Escape']) {
      expect(pressKey(CLOSED, key)).toEqual({ state: CLOSED, handled: false, choose: null })
    }
  })

  test('the chosen option is always one of the list, and none of a closed list', () => {
    const keys = fc.array(fc.constantFrom('ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Tab', 'x'))
    fc.assert(
      fc.property(fc.nat(5), keys, (count, pressed) => {
        let state = withOptions(count)
        for (const key of pressed) {
          state = pressKey(state, key).state
          expect(state.open && count === 0).toBe(false)
          expect(state.active === null || (state.open && state.active < count)).toBe(true)
        }
      }),
    )
  })
})
