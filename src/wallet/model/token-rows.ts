import { tokenAt, tokenFinder } from '../../dependencies/holdings.ts'
import type { TokenRow } from '../../dependencies/table-rows.ts'
import type { DependencyTables } from '../../dependencies/tables.ts'

/** What contract lists know of a receipt token. */
export interface Receipt {
  /** Slug of its protocol. */
  protocol: string
  /** What it is redeemed for; left out where no list says. */
  of?: { address: string; symbol: string } | undefined
}

/** The receipt token at an address of a chain; undefined where no list has one. */
export type FindReceipt = (chain: string, address: string) => Receipt | undefined

interface AskedToken {
  chain: string
  address: string
  symbol: string
  /** Of the position whose receipt token it is. */
  receipt?: Receipt | undefined
}

/** Pendle's principal and yield tokens, by the name of what they are of: `PT-sUSDE-27NOV2025`. */
const MATURITY = /^[PY]T-(.+)-\d{1,2}[A-Z]{3}\d{4}$/i
const MAX_WRAPS = 8

/**
 * Rows for the tokens of a wallet: those of the reviewed table, and one for each receipt token that only contract lists have. Such a row is
 * issued by its protocol and stands on what it is redeemed for.
 */
export function createTokenRows(
  tables: DependencyTables,
  findReceipt: FindReceipt,
  /** Id of a protocol in the graph by its slug. */
  idOf: (slug: string) => string,
) {
  const find = tokenFinder(tables)
  const issuerOf = new Map(
    [...tables.issuers.values()].map(({ id, protocolId }) => [protocolId, id]),
  )
  const made = new Map<string, TokenRow>()

  function rowOf(asked: AskedToken, wraps = 0): string | null {
    const { chain, address, symbol } = asked
    const reviewed = tokenAt(find, chain, address, symbol)
    if (reviewed) return reviewed.id
    const receipt = findReceipt(chain, address) ?? asked.receipt
    if (!receipt || wraps > MAX_WRAPS) return null
    const id = `${chain} ${address.toLowerCase()}`
    if (made.has(id)) return id
    const inner = innerOf(receipt, symbol, chain)
    const on = inner && rowOf(inner, wraps + 1)
    const protocolId = idOf(receipt.protocol)
    made.set(id, {
      ...{ id, protocolId, issuer: issuerOf.get(protocolId) ?? protocolId },
      ...{ symbols: [symbol], source: 'contract lists', day: '' },
      on: on && on !== id ? [{ token: on, share: 1 }] : [],
    })
    return id
  }

  function innerOf({ protocol, of }: Receipt, symbol: string, chain: string) {
    if (of) return { chain, ...of }
    const named = protocol === 'pendle' ? MATURITY.exec(symbol)?.[1] : undefined
    return named === undefined ? null : { chain, address: named, symbol: named }
  }

  return {
    rowOf,
    /** The tables with all rows that were made. */
    tables: () => ({ ...tables, tokens: new Map([...tables.tokens, ...made]) }),
  }
}
