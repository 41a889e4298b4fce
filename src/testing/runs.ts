import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    shareOfRuns: number
  }
}

/** Whether this is `npm run test:nightly`, for cases that take seconds. */
export function isExhaustive(): boolean {
  return inject('shareOfRuns') === 1
}

/** So many examples of a property in `npm run test:nightly`, and a tenth of them in `npm test`. */
export function runs(all = 100): { numRuns: number } {
  return { numRuns: Math.ceil(all * inject('shareOfRuns')) }
}
