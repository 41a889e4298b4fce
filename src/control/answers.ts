import type { Address, Hex } from '../chains/address.ts'
import { HOLDER_GETTERS, type HolderGetter } from './getters.ts'
import type { GraphNode, Holders } from './graph.ts'
import { addressIn } from './slots.ts'

/** No number of seconds, blocks or signatures is larger. */
const MAX_NUMBER = 2n ** 35n
/** The longest delay that counts, about three years, as in the tables of `data`: a longer one means nothing. */
const MAX_SECONDS = 100_000_000

/** The address that a getter answered with, or null. */
export function addressAnswer(answer: Hex | null | undefined): Address | null {
  return answer && answer.length === 66 ? addressIn(answer) : null
}

/** The number of seconds or blocks that a getter answered with, or null. */
export function numberAnswer(answer: Hex | null | undefined): number | null {
  if (answer?.length !== 66) return null
  const value = BigInt(answer)
  return value <= MAX_NUMBER ? Number(value) : null
}

/** A delay in seconds, or null when it is not known or longer than any that counts. */
export function plausibleSeconds(seconds: number | null): number | null {
  return seconds !== null && seconds <= MAX_SECONDS ? seconds : null
}

/** The boolean that a getter answered with, or null. */
export function booleanAnswer(answer: Hex | null | undefined): boolean | null {
  const value = numberAnswer(answer)
  return value === 0 || value === 1 ? value === 1 : null
}

/** Every address that a getter names as the holder of a power, itself left out. */
export function holdersOf({ address, answers }: GraphNode): Holders {
  const found = new Map<HolderGetter, Address>()
  for (const getter of HOLDER_GETTERS) {
    const holder = addressAnswer(answers.get(getter))
    if (holder && holder !== address) found.set(getter, holder)
  }
  return found
}
