/** The form of an address or name. `reason` does not repeat the text. */
export type WalletForm =
  | { kind: 'evm' | 'solana' | 'tron' }
  | { kind: 'name'; service: 'ens' | 'sns' }
  /** 400. `reason` is for the details of the field. */
  | { kind: 'invalid'; reason: string }
  /** 422: a valid address without an owner. */
  | { kind: 'unscannable'; reason: string }

const EVM = /^0x[0-9a-fA-F]{40}$/
const ZERO = /^0x0{40}$/
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const SOLANA_BYTES = 32
/** A prefix, 20 bytes and a checksum. */
const TRON = /^T[1-9A-HJ-NP-Za-km-z]{33}$/
const ZERO_TRON = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
/** The key of 32 zero bytes. */
const SYSTEM_PROGRAM = /^1{32}$/
/** Refuses invisible characters except the zero-width joiner, which emoji need and ENSIP-15 checks. */
const NAME = /^(?:(?:[^\s\p{C}./\\]|\u200d){1,200}\.)+(eth|sol)$/iu
/** Maximum length of a name in the DNS form that ENS uses. */
const MAX_NAME_LENGTH = 255

/**
 * Reads the form of an address or name. Does not check the checksum of an EVM or Tron address or the characters of a name: that takes
 * packages, and this runs on the edge.
 */
export function readWalletForm(input: string): WalletForm {
  if (ZERO.test(input)) return withoutOwner('The zero address')
  if (EVM.test(input)) return { kind: 'evm' }
  const name = input.length > MAX_NAME_LENGTH ? null : NAME.exec(input)
  if (name) return { kind: 'name', service: name[1]?.toLowerCase() === 'eth' ? 'ens' : 'sns' }
  if (input === ZERO_TRON) return withoutOwner('The zero address')
  if (TRON.test(input)) return { kind: 'tron' }
  if (BASE58.test(input)) return readBase58(input)
  return {
    kind: 'invalid',
    reason: 'must be an EVM, Solana or Tron address, or a name ending in .eth or .sol',
  }
}

function readBase58(input: string): WalletForm {
  const bytes = base58Length(input)
  if (bytes !== SOLANA_BYTES) {
    const reason = `is base58 of ${bytes} bytes, and a Solana address has ${SOLANA_BYTES}`
    return { kind: 'invalid', reason }
  }
  return SYSTEM_PROGRAM.test(input) ? withoutOwner('The system program') : { kind: 'solana' }
}

function withoutOwner(what: string): WalletForm {
  return { kind: 'unscannable', reason: `${what} has no owner and cannot be scanned.` }
}

/** Number of bytes that a base58 text encodes: each leading `1` is a zero byte. Ours, since the edge loads no codec for a length. */
function base58Length(text: string): number {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(ALPHABET.indexOf(letter))
  const zeros = /^1*/.exec(text)?.[0].length ?? 0
  const hex = value === 0n ? '' : value.toString(16)
  return zeros + Math.ceil(hex.length / 2)
}
