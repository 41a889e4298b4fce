import type { ContractControl } from '../../domain/control.ts'
import { mapContract } from './map-control.ts'
import { loadSeed } from './read.ts'

/** What the public records of a seed folder say about contracts, each row of its own day. Throws like `readSeed`. */
export function recordedControl(dir: URL | string): ContractControl[] {
  return loadSeed(dir).control.contracts.map(mapContract)
}
