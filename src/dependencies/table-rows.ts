import * as z from 'zod'
import { BRIDGE_MODELS, ISSUER_CLASSES } from '../domain/dependency.ts'

const day = z.iso.date()
const share = z.number().gt(0).max(1)
const source = z.string().min(1)

export const issuerRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  class: z.enum(ISSUER_CLASSES),
  /** The protocol of the list that issues it; left out for a company or a chain. */
  protocolId: z.string().optional(),
  source,
  day,
})

export const tokenRow = z.strictObject({
  id: z.string(),
  /** As upstream writes them; compared without regard to case. */
  symbols: z.array(z.string()).min(1),
  issuer: z.string(),
  /** All its symbols promise to be worth one US dollar. Left out for what earns a yield and so is worth more. */
  peg: z.literal('USD').optional(),
  /** The protocol of the list that is this token, where that of its issuer is another or none. */
  protocolId: z.string().optional(),
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
  /** Addresses by canonical chain name. With them, the symbol means this token on those chains alone. */
  at: z.record(z.string(), z.string()).optional(),
  /** Addresses by canonical chain name where the symbol means this token on every chain. */
  contracts: z.record(z.string(), z.string()).optional(),
  bridge: z.string().optional(),
  source,
  day,
})

export const bridgeRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  model: z.enum(BRIDGE_MODELS),
  /** How many verifiers must agree, such as `1 of 1`; null when not known. */
  quorum: z.string().nullable(),
  protocolId: z.string().optional(),
  source,
  day,
})

/** A contract that keeps what vaults of other protocols lend, and the protocol that it belongs to. */
export const coreRow = z.strictObject({
  protocolId: z.string(),
  name: z.string(),
  chain: z.string(),
  /** In lower case. */
  address: z.string().regex(/^0x[0-9a-f]{40}$/),
  source,
  day,
})

export const classRow = z.strictObject({
  class: z.enum(ISSUER_CLASSES),
  /** The share of value that the named shock takes, 0-1, and where that size is from. */
  drop: z.number().min(0).max(1),
  because: z.string(),
})

export const poolRow = z.strictObject({
  protocolId: z.string(),
  name: z.string(),
  /** Most tokens that one of its pools holds; a row only where that is more than two. */
  legs: z.int().min(3),
  source,
  day,
})

export type IssuerRow = z.infer<typeof issuerRow>
export type TokenRow = z.infer<typeof tokenRow>
export type BridgeRow = z.infer<typeof bridgeRow>
export type ClassRow = z.infer<typeof classRow>
