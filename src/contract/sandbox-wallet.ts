import * as z from 'zod'
import { walletLeg, walletPerpetual, walletPortfolio, walletPosition } from './wallet-scan.ts'

const text = z.string().min(1)
const position = walletPosition.shape

/** `data/sandbox/wallet.json`: what the invented wallet holds, and who holds nothing. It is valued and scored as a live one is. */
export const sandboxHoldings = z.strictObject({
  source: z.literal('sandbox'),
  terms: text,
  /** Addresses that hold nothing; any other one holds the positions. */
  empty: z.array(text).min(1),
  /** By symbol. US dollars for one whole token, or null for one that nobody prices. */
  tokens: z.record(
    text,
    z.strictObject({
      address: text,
      decimals: z.int().min(0).max(255),
      usd: z.number().positive().nullable(),
      /** False for a price that one source alone knows. */
      confirmed: z.boolean().default(true),
    }),
  ),
  findings: z.array(
    z.strictObject({
      protocol: text,
      chain: text,
      product: position.product,
      market: text.nullable().default(null),
      /** Tells positions of one market apart. */
      ref: text.nullable().default(null),
      /** A token by its symbol. */
      receipt: text.nullable().default(null),
      legs: z.array(
        z.strictObject({
          role: walletLeg.shape.role,
          token: text,
          amount: walletLeg.shape.amount,
          collateral: z.boolean().optional(),
        }),
      ),
      healthFactor: position.healthFactor.default(null),
      inRange: position.inRange.default(null),
      perp: walletPerpetual.nullable().default(null),
    }),
  ),
})

/** The scans of the sandbox, and the addresses that do not get the usual one: EVM addresses in lower case. */
export const sandboxWallets = z.strictObject({
  scans: z.strictObject({
    usual: walletPortfolio,
    listed: walletPortfolio,
    empty: walletPortfolio,
  }),
  addresses: z.record(text, z.enum(['listed', 'empty'])),
})

export type SandboxHoldings = z.infer<typeof sandboxHoldings>
export type SandboxWallets = z.infer<typeof sandboxWallets>
