import * as z from 'zod'
import rows from '../../../data/onchain/exits.json' with { type: 'json' }
import type { Hex } from '../../chains/address.ts'
import { encodeCall } from '../../chains/evm/viem.ts'
import { hexBytes } from '../../chains/hex.ts'
import { SOLANA } from '../../chains/scan-chains.ts'
import { isDay } from '../../domain/day.ts'
import { canonicalChain } from '../../ingest/chain-table.ts'
import { address, token } from '../../wallet/model/entry-base.ts'
import { isSolanaAddress } from '../../wallet/solana/base58.ts'
import { secondsPerBlock } from '../seconds-per-block.ts'

const text = z.string().min(1).max(300)

/** A whole number as text. */
const whole = z.string().regex(/^[1-9]\d{0,17}$|^10{18}$/)

/** Arguments as text: an address, a word, or a whole number. */
const argument = z.union([address, hexBytes(32), z.string().regex(/^\d{1,78}$/)])

/** A function of a contract that only reads. */
const getterFields = z.strictObject({
  /** The contract, where it is not that of the row. */
  at: address.optional(),
  /** As in Solidity, without `function`: `cooldownDuration() view returns (uint24)`. */
  function: z.string().regex(/^\w+\([^()]*\) view returns \(.+\)$/),
  args: z.array(argument).optional(),
  /** Which of several values is meant: its place, or its name in a struct. */
  field: z.union([z.int().min(0), z.string().regex(/^\w+$/)]).optional(),
})
export type Getter = z.infer<typeof getterFields>
const getter = getterFields.refine(isCallable, 'does not fit its arguments')

/** `until`: the second since 1970 at which it ends. */
const UNITS = ['seconds', 'blocks', 'hours', 'days', 'until'] as const

const exit = z
  .strictObject({
    chain: z.string().refine((name) => canonicalChain(name) === name, 'is not a canonical chain'),
    /** The contract that holds the deposits or the queue. */
    address,
    name: text,
    /** A vault that lends on Morpho or a copy of it, which has a reader of its own; nothing else is stated then. */
    vault: z.literal(true).optional(),
    /** A spoke of a copy of Aave V4, which has a reader of its own too. */
    spoke: z.literal(true).optional(),
    /** What a withdrawal waits for at least, as the code enforces it. */
    wait: z.strictObject({ unit: z.enum(UNITS), of: getter }).optional(),
    /**
     * The code pays in the transaction that asks, by construction: no wait, and all of it where no `cash` is stated. The getter is of this
     * contract and not zero, so that the reader has seen it.
     */
    atOnce: getter.optional(),
    /** What is there to be withdrawn, and what all deposits come to, in the asset; or a share, and the number that means all of it. */
    cash: z
      .union([
        z.strictObject({ asset: token, available: getter, supplied: getter }),
        z.strictObject({ available: getter, whole }),
      ])
      .optional(),
    /** True while no one can withdraw. */
    paused: getter.optional(),
    /** Where the functions are from: a public repository at a commit, with the file. */
    source: text,
    day: z.string().refine(isDay, 'is not a day'),
  })
  .refine(
    ({ vault, spoke, wait, atOnce, cash, paused }) =>
      vault || spoke
        ? !(vault && spoke) && !(wait ?? atOnce ?? cash ?? paused)
        : Boolean(wait ?? atOnce ?? cash),
    'states nothing, or a contract with a reader of its own and more',
  )
  .refine(({ wait, atOnce }) => !(wait && atOnce), 'waits and does not wait')
  .refine(
    ({ wait, chain }) => wait?.unit !== 'blocks' || secondsPerBlock(chain) !== null,
    'counts in blocks of no constant interval',
  )

/** How deposits leave one contract of a protocol. */
export type Exit = z.infer<typeof exit>

const program = z.strictObject({
  chain: z.literal(SOLANA.name),
  address: z.string().refine(isSolanaAddress, 'is not a Solana address'),
  name: text,
  /** The program pays in the transaction that asks, by construction; it is seen where who can change it is read. */
  program: z.literal('at once'),
  source: text,
  day: z.string().refine(isDay, 'is not a day'),
})

/** A program of Solana that deposits leave at once. */
export type ProgramExit = z.infer<typeof program>

export const exitTable = z.record(z.string(), z.array(z.union([exit, program])).min(1))

/** `data/onchain/exits.json`: by slug of the protocol. */
export type Exits<Row = Exit | ProgramExit> = ReadonlyMap<string, readonly Row[]>

const EXITS: Exits = new Map(Object.entries(exitTable.parse(rows)))

/** Every row of `data/onchain/exits.json`. */
export function listExits(): Exits {
  return EXITS
}

/** The rows of one EVM chain, by slug of their protocol. */
export function exitsOn(chain: string, exits: Exits): Exits<Exit> {
  return rowsOf(exits, (row): row is Exit => isContract(row) && row.chain === chain)
}

/** The rows of Solana, by slug of their protocol. */
export function programExits(exits: Exits): Exits<ProgramExit> {
  return rowsOf(exits, (row): row is ProgramExit => !isContract(row))
}

/** True for a row of an EVM chain. */
export function isContract(row: Exit | ProgramExit): row is Exit {
  return !('program' in row)
}

function rowsOf<Row extends Exit | ProgramExit>(
  exits: Exits,
  isOne: (row: Exit | ProgramExit) => row is Row,
): Exits<Row> {
  return new Map(
    [...exits].flatMap(([slug, list]) => {
      const own = list.filter(isOne)
      return own.length === 0 ? [] : [[slug, own] as const]
    }),
  )
}

/** The full signature of a getter. */
export function signatureOf({ function: text }: Getter): string {
  return `function ${text}`
}

/** The calldata of a getter. */
export function dataOf(each: Getter): Hex {
  const args = (each.args ?? []).map((one) => (/^\d+$/.test(one) ? BigInt(one) : one))
  return encodeCall(signatureOf(each), args)
}

function isCallable(each: Getter): boolean {
  try {
    dataOf(each)
    return true
  } catch {
    return false
  }
}
