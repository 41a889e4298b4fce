import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    shareOfRuns: number
  }
}

/** The share of examples that `npm test` tries. */
const QUICK = 0.1

/** Whether this is more than `npm test`, for cases that take seconds. */
export function isExhaustive(): boolean {
  return inject('shareOfRuns') > QUICK
}

/** So many examples in `npm run test:nightly`, a tenth of them in `npm test`, and a fifth in CI where a change touches the code. */
export function runs(all = 100): { numRuns: number } {
  return { numRuns: Math.ceil(all * inject('shareOfRuns')) }
}
