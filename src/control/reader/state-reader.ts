import * as z from 'zod'
import type { Address, Hex } from '../../chains/address.ts'
import { hex } from '../../chains/hex.ts'
import { SLOT_NAMES, SLOTS } from '../slots.ts'
import { chunksOf, type Ladder } from './ladder.ts'

/** The code of a contract has at most 24,576 bytes (EIP-170), twice that on some chains (EIP-7907); the rest is room to spare. */
export const MAX_CODE_BYTES = 50_000

/** Values of slots by name. */
export type Slots = Readonly<Record<string, Hex>>

const codeSchema = hex.refine((code) => code.length <= 2 + 2 * MAX_CODE_BYTES)
const wordSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text): Hex => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`)

/** Reads code by `eth_getCode` and slots by `eth_getStorageAt`, at one block. */
export function createStateReader(ladder: Ladder, blockTag: Hex) {
  /** The code of each address by `eth_getCode`; null where no node sent bytes that `accept` takes. */
  const codesOf = async (
    addresses: readonly Address[],
    accept: (code: Hex, at: number) => boolean = () => true,
  ): Promise<(Hex | null)[]> => {
    const questions = addresses.map((address) => ({
      method: 'eth_getCode',
      params: [address, blockTag],
    }))
    const outcomes = await ladder.ask(questions, (value, at) => {
      const code = codeSchema.safeParse(value)
      return code.success && accept(lower(code.data), at)
    })
    return outcomes.map((outcome) =>
      outcome.kind === 'value' ? lower(codeSchema.parse(outcome.value)) : null,
    )
  }

  const storedSlotsOf = async (addresses: readonly Address[]): Promise<(Slots | null)[]> => {
    const questions = addresses.flatMap((address) =>
      SLOT_NAMES.map((name) => ({
        method: 'eth_getStorageAt',
        params: [address, SLOTS[name], blockTag],
      })),
    )
    const outcomes = await ladder.ask(questions, (value) => wordSchema.safeParse(value).success)
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
