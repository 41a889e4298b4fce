import { nestingOf } from './nesting.ts'

/** Ten times what any upstream or node sends. Deeper JSON costs memory, and could overflow the stack of recursive code. */
export const MAX_NESTING = 100

/** The value of a JSON text; undefined when the text is not JSON. JSON itself has no `undefined`, so `null` stays a value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As `parseJson`, for a text from outside: undefined as well when it is nested deeper than `MAX_NESTING`, which is seen before it is parsed. */
export function parseOutsideJson(text: string): unknown {
  return nestingOf(text).deepest > MAX_NESTING ? undefined : parseJson(text)
}
