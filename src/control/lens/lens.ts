import type { Address, Hex } from '../../chains/address.ts'
import { SLOT_NAMES, SLOTS, type SlotName } from '../slots.ts'

/** Runtime code of `slot-reader.yul` for the Paris fork, so that it runs where PUSH0 is unknown. */
export const SLOT_READER: Hex =
  '0x7f0c0de51075c0de51075c0de51075c0de51075c0de51075c0de51075c0de5107560005260005b368110603457602036016000f35b8060209135548282015201602656'

/** Runtime code of `code-reader.yul`, likewise. */
export const CODE_READER: Hex =
  '0x6000803660051c5b808210601257826000f35b90916080600191604060008660051b35803f8452803b6020850152816060850152828401903c01920190600756'

/** An address without code, where the code reader stands during a call. */
export const LENS_ADDRESS: Address = '0x00000000000000000000000000000000c0de0001'

const MAGIC = '0c0de51075c0de51075c0de51075c0de51075c0de51075c0de51075c0de51075'
const WORD = 64
const ACCOUNT = 4 * WORD

/** Calldata of the slot reader: every slot of `SLOTS`, in order. */
export const SLOT_QUESTION: Hex = `0x${SLOT_NAMES.map((name) => SLOTS[name].slice(2)).join('')}`

/** The slots by name, or null when something else than the slot reader answered. */
export function decodeSlots(answer: Hex): Record<SlotName, Hex> | null {
  const words = answer.slice(2).match(/.{64}/g) ?? []
  const isWhole = answer.length === 2 + WORD * (SLOT_NAMES.length + 1)
  if (!isWhole || words[0] !== MAGIC) return null
  const entries = SLOT_NAMES.map((name, at) => [name, `0x${words[at + 1]}`])
  return Object.fromEntries(entries) as Record<SlotName, Hex>
}

/** What the code reader says of one address. */
export interface Account {
  /** Zero for an account that does not exist. */
  codeHash: Hex
  size: number
  /** The first 64 bytes of its code, padded with zeros. */
  head: string
}

/** Calldata of the code reader. */
export function accountQuestion(addresses: readonly Address[]): Hex {
  return `0x${addresses.map((address) => address.slice(2).padStart(WORD, '0')).join('')}`
}

/** One account for each address, or null when something else than the code reader answered. */
export function decodeAccounts(answer: Hex, count: number): Account[] | null {
  if (answer.length !== 2 + ACCOUNT * count) return null
  return Array.from({ length: count }, (_, at) => {
    const row = answer.slice(2 + at * ACCOUNT, 2 + (at + 1) * ACCOUNT)
    return {
      codeHash: `0x${row.slice(0, WORD)}`,
      size: Number.parseInt(row.slice(WORD, 2 * WORD), 16),
      head: row.slice(2 * WORD),
    }
  })
}
