import * as z from 'zod'
import { PRODUCTS } from './finding.ts'
import { hexBytes } from './hex.ts'

/** A contract address as the contract lists keeps it: lower case, so that two spellings cannot be two owners. */
export const address = hexBytes(20)

/** An ERC-20 token: what an amount needs to be read by people. */
export const token = z.strictObject({
  address,
  symbol: z.string().min(1).max(40),
  decimals: z.int().min(0).max(36),
})
export type Token = z.infer<typeof token>

/** What every entry of the contract lists says, whatever its driver. Each driver adds its own fields and a literal `driver`. */
export const entryBase = z.strictObject({
  /** Unique on its chain. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  /** Slug of the protocol, listed in `protocols.json`. */
  protocol: z.string().min(1),
  product: z.enum(PRODUCTS),
  market: z.string().min(1).optional(),
  /** Where the addresses were taken from: a package with its version, or a public repository at a commit. */
  source: z.string().min(1),
  /** False: nobody confirmed the addresses, so a scan leaves the entry out unless it is asked for. */
  verified: z.boolean().optional(),
})
export type EntryBase = z.infer<typeof entryBase>
