import type { Address, Hex } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import compiled from './approvals.json' with { type: 'json' }
import { lensCode } from './lens-code.ts'

const CODE = lensCode(compiled)
const READ =
  'function read((address owner, address permit2, uint256 always, bytes tokens, bytes spenders, bytes collections, bytes operators) question) view returns (uint256 asked, bytes rows)'
/** As the kinds of `Approvals.sol`. */
const KINDS = ['balance', 'allowance', 'permit', 'operator', 'unread', 'unread-collection'] as const
/** Hex digits of a row: its kind, two indexes of two bytes, and a word. */
const ROW = 74

export interface ApprovalsQuestion {
  owner: Address
  permit2: Address
  /** How many of the first tokens are asked for their spenders even if the owner holds none. */
  always: number
  /** `own`: spenders of that token alone. */
  tokens: readonly { token: Address; own: readonly Address[] }[]
  /** Spenders of all tokens. */
  spenders: readonly Address[]
  collections: readonly Address[]
  operators: readonly Address[]
}

export interface ApprovalRow {
  kind: (typeof KINDS)[number]
  /** Index of the token or collection. */
  index: number
  /** Index of the spender, those of all tokens first; of the operator for one. */
  spender: number
  /** The word of Permit2 is the amount, and above 160 bits the end in seconds. */
  word: bigint
}

/** Asks who may take an owner's tokens: `Approvals.sol` is run from its creation code, never deployed. */
export function askApprovals(question: ApprovalsQuestion): Call {
  const { tokens, spenders, collections, operators, owner, always, permit2 } = question
  const groups = tokens.map(
    ({ token, own }) =>
      `${token.slice(2)}${own.length.toString(16).padStart(4, '0')}${own.map(bare).join('')}`,
  )
  const packed: Hex = `0x${groups.join('')}`
  const asked = {
    ...{ owner, permit2, always: BigInt(always), tokens: packed, spenders: pack(spenders) },
    ...{ collections: pack(collections), operators: pack(operators) },
  }
  return { ...call(permit2, READ, [asked]), code: CODE }
}

/** How many of the first tokens were asked, and what is not zero. Throws `Unreadable`. */
export function readApprovals(reply: Reply | undefined): { asked: number; rows: ApprovalRow[] } {
  const [asked, packed] = decodeOrThrow(reply, READ)
  const rows = (packed.slice(2).match(new RegExp(`.{${ROW}}`, 'g')) ?? []).flatMap((row) => {
    const kind = KINDS[byteAt(row, 0, 2)]
    if (kind === undefined) return []
    return [
      {
        kind,
        index: byteAt(row, 2, 6),
        spender: byteAt(row, 6, 10),
        word: BigInt(`0x${row.slice(10)}`),
      },
    ]
  })
  return { asked: Number(asked), rows }
}

function byteAt(row: string, from: number, to: number): number {
  return Number(`0x${row.slice(from, to)}`)
}

function pack(addresses: readonly Address[]): Hex {
  return `0x${addresses.map(bare).join('')}`
}

function bare(address: Address): string {
  return address.slice(2)
}
