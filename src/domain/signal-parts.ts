import { DIMENSIONS } from './dimension.ts'
import type { SignalParts } from './past.ts'
import type { Basis, Score } from './score.ts'

const MICRO = 1e6

/** What each signal and floor adds to a composite, in the order of the dimensions. */
export function partsOf({ dimensions }: Score): SignalParts {
  const keys: string[] = []
  const micro: number[] = []
  const basis: Basis[] = []
  for (const dimension of DIMENSIONS) {
    const { signals, floor } = dimensions[dimension]
    for (const signal of signals) {
      keys.push(`${dimension}/${signal.id}`)
      micro.push(Math.round(signal.contribution * MICRO))
      basis.push(signal.basis)
    }
    if (!floor) continue
    keys.push(`${dimension}/${floor.id}!`)
    micro.push(Math.round(floor.contribution * MICRO))
    basis.push('measured')
  }
  return { keys, micro, basis }
}
