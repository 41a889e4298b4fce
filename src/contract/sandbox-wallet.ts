import * as z from 'zod'
import {
  walletLeg,
  walletLoan,
  walletPerpetual,
  walletPosition,
  walletWithdrawal,
} from './wallet-position.ts'
import { walletPortfolio } from './wallet-scan.ts'

const text = z.string().min(1)
const position = walletPosition.shape

/** Special results of the sandbox for addresses; any other address has the usual wallet. */
const ADDRESS_KINDS = ['listed', 'empty', 'partial', 'timeout', 'unavailable'] as const
/** Special results for names that do not resolve. */
const NAME_KINDS = ['not-found', 'failed'] as const

const names = z.record(text, z.enum(NAME_KINDS))
/** The address that every other name resolves to. */
const resolvesTo = z.strictObject({ ens: text, sns: text })

const amount = walletLeg.shape.amount

/** What others may take of an EVM wallet. A token by its symbol. */
const approvals = z.strictObject({
  /** The chains where approvals are looked at. */
  chains: z.array(text).min(1),
  /** By name, beside Permit2, which is the same everywhere. */
  spenders: z.record(
    text,
    z.strictObject({
      address: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{40}$/)]),
      protocol: text,
    }),
  ),
  given: z.array(
    z.strictObject({
      kind: z.enum(['erc20', 'permit2']),
      chain: text,
      token: text,
      spender: text,
      /** In whole tokens; null when it is unlimited. */
      allowance: amount.nullable(),
      expiresAt: z.iso.datetime().nullable().default(null),
    }),
  ),
})

/** `data/sandbox/wallet.json`: what the invented wallet holds, and the inputs with another result. Valued and scored like a live wallet. */
export const sandboxHoldings = z.strictObject({
  source: z.literal('sandbox'),
  terms: text,
  /** Addresses with a special result; any other address has the positions. Sanctioned addresses come from the sanctions list. */
  addresses: z.record(text, z.enum(ADDRESS_KINDS).exclude(['listed'])),
  names,
  resolvesTo,
  /** What could not be read: the protocols of a `partial` scan, the chain of one that timed out. */
  unread: z.strictObject({ partial: z.array(text).min(1), timeout: text }),
  /** By symbol. US dollars for one whole token; null when no source has a price. */
  tokens: z.record(
    text,
    z.strictObject({
      address: text,
      decimals: z.int().min(0).max(255),
      usd: z.number().positive().nullable(),
      /** False for a price from only one source. */
      confirmed: z.boolean().default(true),
    }),
  ),
  findings: z.array(
    z.strictObject({
      protocol: text,
      chain: text,
      product: position.product,
      market: text.nullable().default(null),
      /** Distinguishes positions of one market. */
      ref: text.nullable().default(null),
      /** A token by its symbol. */
      receipt: text.nullable().default(null),
      legs: z.array(
        z.strictObject({
          role: walletLeg.shape.role,
          token: text,
          amount,
          collateral: z.boolean().optional(),
        }),
      ),
      healthFactor: position.healthFactor.default(null),
      inRange: position.inRange.default(null),
      perp: walletPerpetual.nullable().default(null),
      account: text.optional(),
      withdrawal: walletWithdrawal.optional(),
      loan: walletLoan.optional(),
    }),
  ),
  /** Coins and tokens in the wallet itself. */
  holdings: z.array(
    z.strictObject({
      chain: text,
      /** A token by its symbol; of a native coin, the one that wraps it. */
      token: text,
      /** Symbol of a native coin. */
      coin: text.optional(),
      amount,
    }),
  ),
  approvals,
})

const scans = {
  usual: walletPortfolio,
  listed: walletPortfolio,
  empty: walletPortfolio,
  partial: walletPortfolio,
}

/** The scans of the sandbox by kind of address, and the inputs with a special result: EVM addresses in lower case. */
export const sandboxWallets = z.strictObject({
  scans: z.strictObject({
    /** One of several EVM chains may time out. Solana is scanned alone, so a timeout there is a 503. */
    evm: z.strictObject({ ...scans, timeout: walletPortfolio }),
    solana: z.strictObject(scans),
  }),
  addresses: z.record(text, z.enum(ADDRESS_KINDS)),
  names,
  resolvesTo,
})

export type SandboxHoldings = z.infer<typeof sandboxHoldings>
export type SandboxWallets = z.infer<typeof sandboxWallets>
