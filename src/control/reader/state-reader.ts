import * as z from 'zod'
import type { Address, Hex } from '../../chains/address.ts'
import { chunksOf } from '../../chains/evm/chunks.ts'
import type { RpcBatch } from '../../chains/evm/rpc-batch.ts'
import { hex } from '../../chains/hex.ts'
import { SLOT_NAMES, SLOTS } from '../slots.ts'

/** The code of a contract has at most 24,576 bytes (EIP-170), twice that on some chains (EIP-7907); the rest is room to spare. */
export const MAX_CODE_BYTES = 50_000

/** Values of slots by name. */
export type Slots = Readonly<Record<string, Hex>>

const codeSchema = hex.refine((code) => code.length <= 2 + 2 * MAX_CODE_BYTES)
const wordSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text): Hex => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`)

/** Reads code and slots at one block. */
export interface StateReader {
  /** The code of each address by `eth_getCode`; null where no node sent bytes that `accept` takes. */
  codesOf(
    addresses: readonly Address[],
    accept?: (code: Hex, at: number) => boolean,
  ): Promise<(Hex | null)[]>
  /** The slots of each address by `eth_getStorageAt`; null where one is missing. */
  storedSlotsOf(addresses: readonly Address[]): Promise<(Slots | null)[]>
}

export function createStateReader(batch: RpcBatch, blockTag: Hex): StateReader {
  const codesOf: StateReader['codesOf'] = async (addresses, accept = () => true) => {
    const questions = addresses.map((address) => ({
      method: 'eth_getCode',
      params: [address, blockTag],
    }))
    const outcomes = await batch.ask(questions, (value, at) => {
      const code = codeSchema.safeParse(value)
      return code.success && accept(lower(code.data), at)
    })
    return outcomes.map((outcome) =>
      outcome.kind === 'value' ? lower(codeSchema.parse(outcome.value)) : null,
    )
  }

  const storedSlotsOf: StateReader['storedSlotsOf'] = async (addresses) => {
    const questions = addresses.flatMap((address) =>
      SLOT_NAMES.map((name) => ({
        method: 'eth_getStorageAt',
        params: [address, SLOTS[name], blockTag],
      })),
    )
    const outcomes = await batch.ask(questions, (value) => wordSchema.safeParse(value).success)
    return chunksOf(outcomes, SLOT_NAMES.length).map((row) => {
      if (!row.every((outcome) => outcome.kind === 'value')) return null
      return Object.fromEntries(
        row.map(({ value }, at) => [SLOT_NAMES[at] ?? '', wordSchema.parse(value)]),
      )
    })
  }

  return { codesOf, storedSlotsOf }
}

function lower(code: Hex): Hex {
  return `0x${code.slice(2).toLowerCase()}`
}
