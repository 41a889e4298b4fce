import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    shareOfRuns: number
  }
}

/** So many examples of a property in `npm run test:long`, and a tenth of them in `npm test`. */
export function runs(all = 100): { numRuns: number } {
  return { numRuns: Math.ceil(all * inject('shareOfRuns')) }
}
