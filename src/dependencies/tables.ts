import bridgeTable from '../../data/dependencies/bridges.json' with { type: 'json' }
import classTable from '../../data/dependencies/classes.json' with { type: 'json' }
import issuerTable from '../../data/dependencies/issuers.json' with { type: 'json' }
import tokenTable from '../../data/dependencies/tokens.json' with { type: 'json' }
import type { IssuerClass } from '../domain/dependency.ts'
import type { BridgeRow, ClassRow, IssuerRow, TokenRow } from './table-rows.ts'

/** The reviewed tables, by id. */
export interface DependencyTables {
  issuers: ReadonlyMap<string, IssuerRow>
  tokens: ReadonlyMap<string, TokenRow>
  bridges: ReadonlyMap<string, BridgeRow>
  classes: ReadonlyMap<IssuerClass, ClassRow>
  /** Symbol of the coin of a chain, by its canonical name. */
  coins: ReadonlyMap<string, string>
}

/** The rows of the tables. */
export interface TableRows {
  issuers: readonly IssuerRow[]
  tokens: readonly TokenRow[]
  bridges: readonly BridgeRow[]
  classes: readonly ClassRow[]
}

/** Reads tables; throws for a row that refers to what no table has, and for shares above 1. */
export function readTables(files: TableRows): DependencyTables {
  const coins = files.tokens.flatMap(({ issuer, symbols: [symbol = ''] }): [string, string][] => {
    const row = files.issuers.find(({ id }) => id === issuer)
    return row?.class === 'native' ? [[row.name, symbol]] : []
  })
  const tables = {
    coins: new Map(coins),
    issuers: byId(files.issuers),
    tokens: byId(files.tokens),
    bridges: byId(files.bridges),
    classes: new Map(files.classes.map((row) => [row.class, row])),
  }
  for (const token of tables.tokens.values()) {
    const { id, issuer, on = [], bridge, final } = token
    if (!tables.issuers.has(issuer)) throw new Error(`Token ${id} has an unknown issuer: ${issuer}`)
    if (bridge !== undefined && !tables.bridges.has(bridge))
      throw new Error(`Token ${id} has an unknown bridge: ${bridge}`)
    if (final && on.length > 0) throw new Error(`Token ${id} is final and stands on others`)
    for (const part of on)
      if ('token' in part && !tables.tokens.has(part.token))
        throw new Error(`Token ${id} stands on an unknown token: ${part.token}`)
    if (on.reduce((sum, part) => sum + part.share, 0) > 1 + 1e-9)
      throw new Error(`Token ${id} stands on more than itself`)
  }
  return tables
}

/** True where a token is the protocol's own: it is that token, or issues it. */
export function isOwnToken(
  token: string | null,
  protocolId: string,
  { tokens, issuers }: Pick<DependencyTables, 'tokens' | 'issuers'>,
): boolean {
  const row = token === null ? undefined : tokens.get(token)
  if (!row) return false
  return row.protocolId === protocolId || issuers.get(row.issuer)?.protocolId === protocolId
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  const found = new Map(rows.map((row) => [row.id, row]))
  if (found.size !== rows.length) throw new Error('Two rows have one id')
  return found
}

/** A test parses the files by the schemas of the rows, which functions need not load. */
export const TABLES = readTables({
  issuers: issuerTable.rows as IssuerRow[],
  tokens: tokenTable.rows as TokenRow[],
  bridges: bridgeTable.rows as BridgeRow[],
  classes: classTable.rows as ClassRow[],
})
