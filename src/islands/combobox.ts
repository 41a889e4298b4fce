/** The list below a search field: whether it is shown, and which of its options is chosen by the keyboard. */
export interface ListState {
  open: boolean
  /** Options in the list. */
  count: number
  /** From 0; null when the text field itself is chosen. */
  active: number | null
}

export const CLOSED: ListState = { open: false, count: 0, active: null }

/** What a key does: the new state, and whether the browser's own action is to be kept from happening. */
export interface KeyEffect {
  state: ListState
  handled: boolean
  /** The option to go to; null when none is. */
  choose: number | null
}

/** The list after new results: open when there are any, with nothing chosen. */
export function withOptions(count: number): ListState {
  return { open: count > 0, count, active: null }
}

/**
 * Keys of a combobox with a list (WAI-ARIA 1.2, "Combobox Pattern"): down and up move through the options and back to the field,
 * Enter goes to the chosen one, or to the `only` one that is meant when none is chosen, Escape and Tab close the list. Without either, Enter is left
 * to the form.
 */
export function pressKey(state: ListState, key: string, only: number | null = null): KeyEffect {
  const keep: KeyEffect = { state, handled: false, choose: null }
  const shut = { ...state, open: false, active: null }
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (state.count === 0) return keep
    const step = key === 'ArrowDown' ? 1 : -1
    const active = state.open ? moved(state, step) : step === 1 ? 0 : state.count - 1
    return { state: { ...state, open: true, active }, handled: true, choose: null }
  }
  if (!state.open) return keep
  const meant = state.active ?? only
  if (key === 'Enter' && meant !== null) return { state: shut, handled: true, choose: meant }
  if (key === 'Escape') return { state: shut, handled: true, choose: null }
  return key === 'Tab' ? { ...keep, state: shut } : keep
}

/** One option further, with the field itself between the last and the first. */
function moved({ active, count }: ListState, step: 1 | -1): number | null {
  const next = (active ?? (step === 1 ? -1 : count)) + step
  return next < 0 || next >= count ? null : next
}
