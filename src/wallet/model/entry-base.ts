import * as z from 'zod'
import { hexBytes } from '../../chains/hex.ts'
import { PRODUCTS } from './finding.ts'

/** A contract address in lower case, so that one contract has one spelling. */
export const address = hexBytes(20)

/** An ERC-20 token, with what it takes to print an amount of it. */
export const token = z.strictObject({
  address,
  symbol: z.string().min(1).max(40),
  decimals: z.int().min(0).max(36),
})
export type Token = z.infer<typeof token>

/** The fields that every contract entry has. Each driver adds its own and a literal `driver`. */
export const entryBase = z.strictObject({
  /** Unique on its chain. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  /** Slug of the protocol, listed in `protocols.json`. */
  protocol: z.string().min(1),
  product: z.enum(PRODUCTS),
  market: z.string().min(1).optional(),
  /** The source of the addresses: a package with its version, or a public repository at a commit. */
  source: z.string().min(1),
  /** False: the addresses are unconfirmed, so a scan leaves the entry out by default. */
  verified: z.boolean().optional(),
})
export type EntryBase = z.infer<typeof entryBase>
