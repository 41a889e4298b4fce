import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By how much the heap may grow over what is in use, in percent, before garbage is collected; V8 itself lets it double and more. */
const GROWTH = 30

/** Has garbage collected early from now on: a build runs where memory is short, and makes much of it. */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`)
}

/** Collects garbage now, where the engine allows that. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : null')
  if (typeof collect === 'function') collect()
}
