import * as z from 'zod'
import { isDay } from '../../domain/day.ts'
import { AUDITS_FILE } from './audits-schema.ts'
import { CONTROL_FILE, MARKETS_FILE } from './control-schema.ts'

const day = z.string().refine(isDay, 'is not a day')
const text = z.string().min(1).max(200)
const link = z.url({ protocol: /^https?$/ })
const id = z.string().regex(/^[1-9]\d{0,14}$/)
const usd = z.number().nonnegative().max(1e13)
const source = z.string().regex(/^[a-z][a-z0-9-]*$/)

/** The header of every seed file. `asOf` is the day of its newest row. */
const header = { asOf: day, source, terms: z.string().min(1) }

const amounts = z.strictObject({
  tvl: usd.optional(),
  borrowed: usd.optional(),
  staking: usd.optional(),
  pool2: usd.optional(),
  vesting: usd.optional(),
  treasury: usd.optional(),
  offers: usd.optional(),
})

const oracle = z.union([
  text,
  z.strictObject({
    name: text,
    type: text,
    proof: z.array(link).optional(),
    startDate: day.optional(),
  }),
])

const protocol = z.strictObject({
  id,
  slug: text,
  name: text,
  category: text.optional(),
  chains: z.array(text).min(1),
  symbol: text.optional(),
  url: link.optional(),
  twitter: text.optional(),
  parentId: text.optional(),
  parentSlug: text.optional(),
  /** Day of the amounts, and of every fact that `dated` does not name. */
  asOf: day,
  source,
  dated: z
    .partialRecord(
      z.enum([
        'contract',
        'auditFlag',
        'auditLinks',
        'oracles',
        'forkedFrom',
        'governance',
        'listedOn',
      ]),
      day,
    )
    .optional(),
  listedOn: day.optional(),
  contract: text.optional(),
  auditFlag: z.enum(['none', 'partial', 'audited', 'fork-of-audited']).optional(),
  auditLinks: z.array(link).optional(),
  oracles: z.array(oracle).optional(),
  forkedFrom: z.array(text).optional(),
  governance: z.array(text).optional(),
  tvlChange7d: z.number().min(-1).max(10).optional(),
  tvl: z.record(text, amounts).optional(),
  /** That it ends or has ended; read on `asOf`. */
  ending: z
    .strictObject({
      status: z.enum(['winding-down', 'dead']),
      since: day,
      reason: z.string().min(1).max(300),
      source,
      asOf: day,
    })
    .optional(),
  /** What upstream may have and the sample leaves out. A fact that is absent and not named here was absent upstream. */
  leftOut: z.array(z.enum(['tvl', 'tvlChange7d'])).optional(),
})

const incident = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** A protocol of the sample, or another one of the family `parentId`. */
  protocolId: id,
  parentId: text.optional(),
  name: text,
  day,
  lossUsd: usd.optional(),
  returnedUsd: usd.optional(),
  /** TVL two to nine days before the incident. */
  tvlBefore: z.strictObject({ usd: usd.positive(), day }).optional(),
  chain: text.optional(),
  cause: text.optional(),
  technique: text.optional(),
  pocUrl: link.optional(),
  source,
  matchMethod: z.enum(['upstream-id', 'alias']),
})

const bounty = z.strictObject({
  protocolId: id,
  programme: text,
  maxUsd: usd.positive(),
  url: link,
  asOf: day,
  /** Where the programme runs, when that is not the source of the file. */
  source: z.literal('cantina').optional(),
})

const grade = z.enum(['L', 'M', 'H']).nullable()

const signers = z.int().min(1).max(100)

const multisig = z
  .strictObject({
    threshold: signers,
    signers,
    outsiders: z.boolean().nullable(),
    publicSigners: z.boolean().nullable(),
  })
  .refine((row) => row.threshold <= row.signers, 'has a threshold above the number of signers')

const review = z.strictObject({
  protocolId: id,
  chain: text,
  stage: z.union([z.literal(0), z.literal(1), z.literal(2)]).nullable(),
  upgradeability: grade,
  autonomy: grade,
  exitWindow: grade,
  accessibility: grade,
  multisigs: z.array(multisig).default([]),
  reviewedOn: day,
  url: link,
})

const sanctions = z.strictObject({
  asset: z.string().regex(/^[A-Z0-9]{1,16}$/),
  asOf: day,
  url: link,
  addresses: z.array(z.string().regex(/^\S{1,256}$/)).min(1),
})

const adapter = z.strictObject({
  protocolId: id,
  module: text,
  day,
  lastChangedOn: day,
  authors: z.int().min(0).max(10_000),
})

/** The files of a seed by name. Objects are strict, so a key that is not read is refused. */
export const SEED_FILES = {
  protocols: z.strictObject({ ...header, protocols: z.array(protocol).min(1) }),
  incidents: z.strictObject({ ...header, incidents: z.array(incident) }),
  bounties: z.strictObject({ ...header, bounties: z.array(bounty) }),
  reviews: z.strictObject({ ...header, reviews: z.array(review) }),
  sanctions: z.strictObject({ ...header, lists: z.array(sanctions).min(1) }),
  adapters: z.strictObject({ ...header, adapters: z.array(adapter) }),
  control: CONTROL_FILE,
  markets: MARKETS_FILE,
  audits: AUDITS_FILE,
}

/** Rows of an earlier day, in place of those of the other files that it had differently or not at all. */
export const PAST_FILE = z.strictObject({
  terms: z.string().min(1),
  days: z.array(
    z.strictObject({
      asOf: day,
      protocols: z.array(protocol),
      bounties: z.array(bounty),
      adapters: z.array(adapter),
    }),
  ),
})

export type SeedPastDay = z.infer<typeof PAST_FILE>['days'][number]

export type SeedFile = keyof typeof SEED_FILES

export type SeedContent = { [File in SeedFile]: z.infer<(typeof SEED_FILES)[File]> }

export type SeedProtocol = z.infer<typeof protocol>
export type SeedIncident = z.infer<typeof incident>
