import { NOW } from '../../chains/evm/abi.ts'
import { call } from '../../chains/evm/call.ts'
import { MULTICALL3 } from '../../chains/evm/multicall.ts'
import type { CallResult, ChainCall } from '../chain-reader.ts'
import { valueIn } from './reading.ts'

/** The last second of the year 9999. */
const MAX_TIME = 253_402_300_799n

/** The call for the time of the block. */
export function timeCall(): ChainCall {
  return call(MULTICALL3, NOW, [])
}

/** Seconds since 1970 at the block; null when it could not be read. */
export function timeIn(result: CallResult | undefined): bigint | null {
  const time = valueIn(result, NOW)
  return time === null || time > MAX_TIME ? null : time
}
