import * as z from 'zod'
import { isDay } from '../../domain/day.ts'
import { FEED_KINDS } from '../../domain/market.ts'

const day = z.string().refine(isDay, 'is not a day')
const id = z.string().regex(/^[1-9]\d{0,14}$/)
const text = z.string().min(1).max(100)
const link = z.url({ protocol: /^https$/ }).max(300)
const record = z.string().regex(/^[a-z][a-z0-9-]*$/)
/** An EVM address in lower case, so that equal addresses are equal texts, one of Solana, or a name of Near. */
const address = z
  .string()
  .regex(/^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}|[a-z0-9_.-]+\.near)$/)
const seconds = z.int().min(0).max(100_000_000)
const signatures = z.int().min(1).max(100)
const share = z.number().min(0).max(1)
const block = z.int().positive()

/** A key that is left out is not known. */
const path = z
  .strictObject({
    actor: z.enum([
      'nobody',
      'eoa',
      'safe',
      'governor',
      'timelock',
      'curated',
      'unidentified',
      'anyone',
    ]),
    address: address.optional(),
    threshold: signatures.optional(),
    signers: signatures.optional(),
    delaySeconds: seconds.optional(),
    voteSeconds: seconds.optional(),
    via: z.array(address).max(10).default([]),
    note: z.string().min(1).max(160).optional(),
  })
  .refine(
    ({ threshold, signers }) => (threshold === undefined) === (signers === undefined),
    'has a threshold or signers without the other',
  )
  .refine(
    ({ threshold = 0, signers = 0 }) => threshold <= signers,
    'has a threshold above the number of signers',
  )

const paths = z.array(path).min(1).max(20)
const completePaths = z.strictObject({ complete: z.boolean(), paths })

/** The records of one contract. Without `codeChange` the record does not say who can change the code. */
const contract = z.strictObject({
  protocolId: id,
  chain: text,
  address,
  name: text.optional(),
  role: z.enum(['funds', 'logic', 'oracle', 'token', 'governance', 'periphery']),
  proxy: text.optional(),
  codeChange: completePaths.optional(),
  powers: z
    .array(z.strictObject({ getter: text, paths }))
    .max(20)
    .default([]),
  /** Null: the record lists every permission, and none of them pauses. Left out: the record does not say. */
  pause: completePaths.nullable().optional(),
  day,
  block: block.optional(),
  source: record,
  link,
})

/** A price feed. The kind is what the record, or the code that it names, says of the contract. */
const feed = z.strictObject({ kind: z.enum(FEED_KINDS), address })

/** What an asset may be borrowed against, its price feed, or both. A key that is left out is not in the record. */
const asset = z
  .strictObject({
    asset: text,
    address,
    loanToValue: share.optional(),
    liquidationThreshold: share.optional(),
    feed: feed.optional(),
  })
  .refine(
    ({ loanToValue, liquidationThreshold }) =>
      (loanToValue === undefined) === (liquidationThreshold === undefined),
    'has a loan to value or a liquidation threshold without the other',
  )
  .refine(
    ({ loanToValue = 0, liquidationThreshold = 0 }) => loanToValue <= liquidationThreshold,
    'lends more than its liquidation threshold',
  )
  .refine(
    ({ liquidationThreshold, feed }) => liquidationThreshold !== undefined || feed !== undefined,
    'has neither a liquidation threshold nor a price feed',
  )

/** One market, with the assets that it accepts as collateral or what is known of a withdrawal of all it holds. */
const market = z
  .strictObject({
    protocolId: id,
    chain: text,
    address,
    name: text,
    day,
    block: block.optional(),
    source: record,
    link,
    assets: z.array(asset).max(100).default([]),
    withdrawSeconds: seconds.optional(),
    availableShare: share.optional(),
    /** Withdrawals were paused on that day. */
    paused: z.literal(true).optional(),
  })
  .refine(
    ({ assets, withdrawSeconds, paused = false }) =>
      assets.length > 0 || withdrawSeconds !== undefined || paused,
    'has neither an asset nor how long a withdrawal takes, nor is it paused',
  )

const header = { asOf: day, source: record, terms: z.string().min(1) }

/** A day later than that of the file, or a contract that is there twice, is an error of the table. */
export const CONTROL_FILE = z
  .strictObject({ ...header, contracts: z.array(contract).min(1) })
  .refine(
    ({ asOf, contracts }) => contracts.every((row) => row.day <= asOf),
    'has a row that is later than the file',
  )
  .refine(
    ({ contracts }) => new Set(contracts.map(contractKey)).size === contracts.length,
    'has a contract of a protocol twice',
  )
export const MARKETS_FILE = z.strictObject({ ...header, markets: z.array(market) })

function contractKey({ protocolId, chain, address }: SeedContract): string {
  return `${protocolId} ${chain} ${address}`
}

export type SeedContract = z.infer<typeof contract>
export type SeedPath = z.infer<typeof path>
export type SeedMarket = z.infer<typeof market>
