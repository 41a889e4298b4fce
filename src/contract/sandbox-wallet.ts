import * as z from 'zod'
import * as f from './fields.ts'
import {
  walletLeg,
  walletLoan,
  walletPerpetual,
  walletPosition,
  walletWithdrawal,
} from './wallet-position.ts'
import { walletPortfolio } from './wallet-scan.ts'

const position = walletPosition.shape

/** Special results of the sandbox for addresses; any other address has the usual wallet. */
const ADDRESS_KINDS = ['listed', 'empty', 'partial', 'timeout', 'unavailable'] as const
/** Special results for names that do not resolve. */
const NAME_KINDS = ['not-found', 'failed'] as const

const names = z.record(f.someText, z.enum(NAME_KINDS))
/** The address that every other name resolves to. */
const resolvesTo = z.strictObject({ ens: f.someText, sns: f.someText })

const amount = walletLeg.shape.amount

/** What others may take of an EVM wallet. A token by its symbol. */
const approvals = z.strictObject({
  /** The chains where approvals are looked at. */
  chains: z.array(f.someText).min(1),
  /** By name, beside Permit2, which is the same everywhere. */
  spenders: z.record(
    f.someText,
    z.strictObject({
      address: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{40}$/)]),
      protocol: f.someText,
    }),
  ),
  given: z.array(
    z.strictObject({
      kind: z.enum(['erc20', 'permit2']),
      chain: f.someText,
      token: f.someText,
      spender: f.someText,
      /** In whole tokens; null when it is unlimited. */
      allowance: amount.nullable(),
      expiresAt: f.instantOrNull.default(null),
    }),
  ),
})

/** `data/sandbox/wallet.json`: what the invented wallet holds, and the inputs with another result. Valued and scored like a live wallet. */
export const sandboxHoldings = z.strictObject({
  source: z.literal('sandbox'),
  terms: f.someText,
  /** Addresses with a special result; any other address has the positions. Sanctioned addresses come from the sanctions list. */
  addresses: z.record(f.someText, z.enum(ADDRESS_KINDS).exclude(['listed'])),
  names,
  resolvesTo,
  /** What could not be read: the protocols of a `partial` scan, the chain of one that timed out. */
  unread: z.strictObject({ partial: z.array(f.someText).min(1), timeout: f.someText }),
  /** By symbol. US dollars for one whole token; null when no source has a price. */
  tokens: z.record(
    f.someText,
    z.strictObject({
      address: f.someText,
      decimals: z.int().min(0).max(255),
      usd: z.number().positive().nullable(),
      /** False for a price from only one source. */
      confirmed: f.boolean.default(true),
    }),
  ),
  findings: z.array(
    z.strictObject({
      protocol: f.someText,
      chain: f.someText,
      product: position.product,
      market: f.someTextOrNull.default(null),
      /** Distinguishes positions of one market. */
      ref: f.someTextOrNull.default(null),
      /** A token by its symbol. */
      receipt: f.someTextOrNull.default(null),
      legs: z.array(
        z.strictObject({
          role: walletLeg.shape.role,
          token: f.someText,
          amount,
          collateral: f.boolean.optional(),
        }),
      ),
      healthFactor: position.healthFactor.default(null),
      inRange: position.inRange.default(null),
      perp: walletPerpetual.nullable().default(null),
      account: f.someText.optional(),
      withdrawal: walletWithdrawal.optional(),
      loan: walletLoan.optional(),
    }),
  ),
  /** Coins and tokens in the wallet itself. */
  holdings: z.array(
    z.strictObject({
      chain: f.someText,
      /** A token by its symbol; of a native coin, the one that wraps it. */
      token: f.someText,
      /** Symbol of a native coin. */
      coin: f.someText.optional(),
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
  addresses: z.record(f.someText, z.enum(ADDRESS_KINDS)),
  names,
  resolvesTo,
})

export type SandboxHoldings = z.infer<typeof sandboxHoldings>
export type SandboxWallets = z.infer<typeof sandboxWallets>
