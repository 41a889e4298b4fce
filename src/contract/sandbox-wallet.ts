import * as z from 'zod'
import { walletLeg, walletPerpetual, walletPosition } from './wallet-position.ts'
import { walletPortfolio } from './wallet-scan.ts'

const text = z.string().min(1)
const position = walletPosition.shape

/** What the sandbox answers for an address that does not get the usual wallet. */
const ADDRESS_KINDS = ['listed', 'empty', 'partial', 'timeout', 'unavailable'] as const
/** What it answers for a name that stands for no address. */
const NAME_KINDS = ['not-found', 'failed'] as const

const names = z.record(text, z.enum(NAME_KINDS))
/** The address of every other name. */
const resolvesTo = z.strictObject({ ens: text, sns: text })

/** `data/sandbox/wallet.json`: what the invented wallet holds, and who gets another answer. It is valued and scored as a live one is. */
export const sandboxHoldings = z.strictObject({
  source: z.literal('sandbox'),
  terms: text,
  /** Addresses with an answer of their own; any other one holds the positions. Listed ones are those of the sanctions list. */
  addresses: z.record(text, z.enum(ADDRESS_KINDS).exclude(['listed'])),
  names,
  resolvesTo,
  /** What could not be read: the protocols of a `partial` scan, the chain of one that timed out. */
  unread: z.strictObject({ partial: z.array(text).min(1), timeout: text }),
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

const scans = {
  usual: walletPortfolio,
  listed: walletPortfolio,
  empty: walletPortfolio,
  partial: walletPortfolio,
}

/** The scans of the sandbox by kind of address, and the inputs that do not get the usual one: EVM addresses in lower case. */
export const sandboxWallets = z.strictObject({
  scans: z.strictObject({
    /** Of EVM chains one may time out; a scan of Solana alone that does is no answer at all. */
    evm: z.strictObject({ ...scans, timeout: walletPortfolio }),
    solana: z.strictObject(scans),
  }),
  addresses: z.record(text, z.enum(ADDRESS_KINDS)),
  names,
  resolvesTo,
})

export type SandboxHoldings = z.infer<typeof sandboxHoldings>
export type SandboxWallets = z.infer<typeof sandboxWallets>
