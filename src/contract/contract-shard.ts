/**
 * Which file has an address. `/addresses/<shard>.json` is the public one, which the search of the website reads: rows are
 * `[address, chain, protocol id, role]`, one for each protocol that the contract belongs to on each chain. The gateway reads
 * `contracts/<shard>.json` of its data set, which has everything. Imports nothing: the browser and the edge load it.
 */
export interface AddressFile {
  format: 1
  rows: [address: string, chain: string, protocol: string, role: string][]
}

/** A protocol that has a contract at an address. */
export interface FoundAddress {
  chain: string
  /** Id of the protocol. */
  protocol: string
  /** What the contract is to it, as in `GET /v1/contracts/{chain}/{address}`. */
  role: string
}

/** Files of a data set. Each is read for one question, so it has to stay at a few kilobytes. */
const SHARDS = 256

const EVM = /^0x[0-9a-f]{40}$/i
/** Of any chain: also names, denominations and type names, which some chains have for addresses. */
const ANY = /^[\w.:/-]{3,128}$/
/** An address of an EVM chain, or of one with longer ones; of Solana or Tron. */
const TYPICAL =
  /^(?:0[xX][0-9a-fA-F]{40}|0x[0-9a-fA-F]{60,64}(?:::\w+)*|[1-9A-HJ-NP-Za-km-z]{32,44})$/

/**
 * An address as the files spell it; null for what cannot be one. Case means nothing in an EVM address: its checksum is not looked at,
 * so a wrong one is accepted. Elsewhere it does.
 */
export function plainAddress(text: string): string | null {
  if (EVM.test(text)) return text.toLowerCase()
  return ANY.test(text) ? text : null
}

/** The text of a search as an address; null for what does not look like one. */
export function addressIn(text: string): string | null {
  const trimmed = text.trim()
  return TYPICAL.test(trimmed) ? plainAddress(trimmed) : null
}

/** Name of the file that has an address, as two hex digits: FNV-1a, folded to a byte (http://www.isthe.com/chongo/tech/comp/fnv/). */
export function shardOf(address: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < address.length; at += 1)
    hash = Math.imul(hash ^ address.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 16
  return ((hash ^ (hash >>> 8)) & (SHARDS - 1)).toString(16).padStart(2, '0')
}

/** Every name that `shardOf` can return. */
export function shardNames(): string[] {
  return Array.from({ length: SHARDS }, (_, shard) => shard.toString(16).padStart(2, '0'))
}

/** What a public file says of an address, as `plainAddress` spells it; empty when it has none, null when it is not such a file. */
export function findAddress(file: unknown, address: string): FoundAddress[] | null {
  const { format, rows } = Object(file)
  if (format !== 1 || !Array.isArray(rows)) return null
  return rows.flatMap((row: unknown) => {
    const [own, chain, protocol, role] = Array.isArray(row) ? row.map(String) : []
    if (own !== address || !chain || !protocol || !role) return []
    return { chain, protocol, role }
  })
}
