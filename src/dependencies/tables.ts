import * as z from 'zod'
import bridgeTable from '../../data/dependencies/bridges.json' with { type: 'json' }
import classTable from '../../data/dependencies/classes.json' with { type: 'json' }
import issuerTable from '../../data/dependencies/issuers.json' with { type: 'json' }
import tokenTable from '../../data/dependencies/tokens.json' with { type: 'json' }
import { BRIDGE_MODELS, ISSUER_CLASSES, type IssuerClass } from '../domain/dependency.ts'

const day = z.iso.date()
const share = z.number().gt(0).max(1)
const source = z.string().min(1)

const issuerRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  class: z.enum(ISSUER_CLASSES),
  /** The protocol of the list that issues it; left out for a company or a chain. */
  protocolId: z.string().optional(),
  source,
  day,
})

const tokenRow = z.strictObject({
  id: z.string(),
  /** As upstream writes them; compared without regard to case. */
  symbols: z.array(z.string()).min(1),
  issuer: z.string(),
  /** What it redeems to or is backed by; what is missing to 1 is unknown. Left out for a token that is final. */
  on: z
    .array(
      z.union([
        z.strictObject({ token: z.string(), share }),
        z.strictObject({ protocolId: z.string(), share }),
      ]),
    )
    .optional(),
  /** True where nothing on chain stands behind it: a coin of a chain, a dollar at a bank. */
  final: z.literal(true).optional(),
  /** Addresses by canonical chain name. */
  at: z.record(z.string(), z.string()).optional(),
  bridge: z.string().optional(),
  source,
  day,
})

const bridgeRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  model: z.enum(BRIDGE_MODELS),
  /** How many verifiers must agree, such as `1 of 1`; null when not known. */
  quorum: z.string().nullable(),
  protocolId: z.string().optional(),
  source,
  day,
})

const classRow = z.strictObject({
  class: z.enum(ISSUER_CLASSES),
  /** The share of value that the named shock takes, 0-1, and where that size is from. */
  drop: z.number().min(0).max(1),
  because: z.string(),
})

export type IssuerRow = z.infer<typeof issuerRow>
export type TokenRow = z.infer<typeof tokenRow>
export type BridgeRow = z.infer<typeof bridgeRow>
export type ClassRow = z.infer<typeof classRow>

/** The reviewed tables, by id. */
export interface DependencyTables {
  issuers: ReadonlyMap<string, IssuerRow>
  tokens: ReadonlyMap<string, TokenRow>
  bridges: ReadonlyMap<string, BridgeRow>
  classes: ReadonlyMap<IssuerClass, ClassRow>
}

/** Reads tables; throws for a row that refers to what no table has, and for shares above 1. */
export function readTables(files: Record<keyof DependencyTables, unknown>): DependencyTables {
  const tables = {
    issuers: byId(z.array(issuerRow).parse(files.issuers)),
    tokens: byId(z.array(tokenRow).parse(files.tokens)),
    bridges: byId(z.array(bridgeRow).parse(files.bridges)),
    classes: new Map(
      z
        .array(classRow)
        .parse(files.classes)
        .map((row) => [row.class, row]),
    ),
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

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  const found = new Map(rows.map((row) => [row.id, row]))
  if (found.size !== rows.length) throw new Error('Two rows have one id')
  return found
}

export const TABLES = readTables({
  issuers: issuerTable.rows,
  tokens: tokenTable.rows,
  bridges: bridgeTable.rows,
  classes: classTable.rows,
})
