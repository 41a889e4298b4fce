import * as z from 'zod'
import {
  BRIDGE_MODELS,
  DEPENDENCY_SIGNALS,
  HOLDING_BASES,
  ISSUER_CLASSES,
  SIGNAL_GAPS,
} from '../domain/dependency.ts'
import { MAX_BRIDGES, MAX_DEPENDENTS, MAX_EDGES, MAX_PRICE_SOURCES } from './dependency-limits.ts'
import * as f from './fields.ts'
import { listDocument } from './protocol-summary.ts'

const id = f.text.min(1).max(200)

/** Who issues a token, or a protocol that another runs on. */
const issuer = z
  .strictObject({
    id: id.describe(
      'Its identifier in `/v1/dependencies/{id}/dependents`: a slug, or that of our table.',
    ),
    name: f.text,
    class: z
      .enum(ISSUER_CLASSES)
      .nullable()
      .describe(
        'What kind of promise it makes. `native`: a coin of a chain. `fiat`: money at a bank. `staking`: staked coins. `wrapped`: a coin in custody. `onchain`: collateral in contracts. `pool`: shares of a pool. `basis`: hedged positions on exchanges. `credit`: loans or funds off the chain. Null for a protocol.',
      ),
    isProtocol: f.boolean.describe('True where `id` is that of a protocol of the list.'),
  })
  .describe('What is stood on.')

const edge = z
  .strictObject({
    kind: z
      .enum(['holds', 'backed-by', 'own', 'runs-on', 'unknown'])
      .describe(
        '`holds`: tokens of this issuer lie in it. `backed-by`: they are the collateral of its loans, which a custodian keeps. `own`: its own token. `runs-on`: its value lies in this protocol. `unknown`: what could not be resolved.',
      ),
    to: issuer.nullable().describe('Null for `unknown`.'),
    tokens: f.list(f.text, 20).describe('Symbols, largest first.'),
    share: f.shareOrNull.describe(
      'Share of what is held, net of what is lent out; for `backed-by`, of the loans. Null when no source states it: of `runs-on`, any part of what no share covers may lie there.',
    ),
    owedShare: f.shareOrNull.describe(
      'Share of what depositors are owed. Null when not known, and where nothing is lent out.',
    ),
    usd: f.usdOrNull.describe(
      'The share, of `day`, of the TVL of the snapshot, in US dollars. Null when TVL or the share is not known.',
    ),
    basis: z
      .enum(HOLDING_BASES)
      .describe(
        'How it is known. `onchain`: read on the chain at a block. `upstream`: a make-up by symbol of which one token is meant. `curated`: a reviewed row. `unknown`: not.',
      ),
    day: f.day.describe('Day of the fact.'),
    source: f.text.describe('Where it is from.'),
  })
  .describe('Something that the protocol stands on.')

const scenario = z
  .strictObject({
    to: issuer,
    drop: f.share.describe('Share of its value that the issuer loses.'),
    because: f.text.describe('Where the size of the drop is from.'),
    atStake: f.share.describe('Share of what is held that is known to lose value.'),
    first: f.share.describe('The part of it that is held directly.'),
    low: f.share.describe('The protocol loses at least this share.'),
    high: f.share.describe('The protocol loses at most this share.'),
  })
  .describe('A bound and no forecast: what one failure costs.')

const signal = z
  .strictObject({
    id: z
      .enum(DEPENDENCY_SIGNALS)
      .describe(
        '`issuerTop`: share of the largest issuer and of all that is unknown; coins of chains and its own token count for no issuer. `stressLoss`: at most this share is lost in `worst`. `standsOn`: points, 0 to 10, of those who must keep the promise of what it holds, by share. `room`: at most this share is lost to new collateral if one issuer or bridge fails whole. `priceStuck`: share of the collateral priced by a fixed or redemption rate. `freeRun`: dollars at a bank and coins that are free, as a share of what is deposited.',
      ),
    value: z.number().min(0).nullable().describe('A share, or points. Null where it is missing.'),
    missing: z
      .enum(SIGNAL_GAPS)
      .nullable()
      .describe(
        'Why it is missing: what it holds is not known, it is of lenders alone, an amount of a market was not read, no named failure costs it anything that is known, or nothing bounds it.',
      ),
    source: f.textOrNull.describe(
      'Where what it is computed of is from. Null where it is missing.',
    ),
    day: f.dayOrNull.describe('Of when that is. Null where it is missing.'),
  })
  .describe('Something computed of what it stands on. No score reads it.')

export const dependent = z
  .strictObject({
    id: id.describe('Identifier of the protocol that stands on it.'),
    name: f.text.describe('Its name.'),
    kind: z
      .enum(['holds', 'backed-by', 'runs-on', 'bridged-by'])
      .describe(
        '`holds`: it holds tokens of the issuer. `backed-by`: they are the collateral of its loans. `runs-on`: its value lies in the protocol. `bridged-by`: the bridge carries what it holds.',
      ),
    share: f.shareOrNull.describe(
      'Its share of what that protocol holds. Null when no source states it.',
    ),
    usd: f.usdOrNull.describe(
      'The share, of `day`, of the TVL of the snapshot, in US dollars. Null when TVL or the share is not known.',
    ),
    day: f.day.describe('Day of what it holds.'),
  })
  .describe('A protocol that stands on it.')

/** A row of those who stand on one issuer, bridge, oracle or protocol. */
const dependentRow = dependent
  .extend({
    kind: z
      .enum([...dependent.shape.kind.options, 'priced-by'])
      .describe(
        'As in `dependents` of a protocol, and `priced-by`: it declares that it takes prices from the oracle. We did not check it, and it has no share.',
      ),
    tvlUsd: f.usdOrNull
      .optional()
      .describe(
        'Of `priced-by` alone: TVL of the protocol, in US dollars. It bounds no loss by a wrong price. Null when not known.',
      ),
    day: f.day.describe('Day of what it holds or declares.'),
  })
  .describe('A protocol that stands on it, or declares that it takes prices from it.')

/** What one protocol stands on, and who stands on it. */
export const dependencies = z
  .strictObject({
    id: id.describe('Identifier of the protocol.'),
    name: f.text.describe('Its name.'),
    day: f.day.describe('Day of the snapshot.'),
    heldUsd: f.usdOrNull.describe('Value held, in US dollars. Null when not known.'),
    makeup: z
      .strictObject({
        day: f.day,
        source: f.text,
        loans: z
          .strictObject({
            countedIn: z.array(f.text).describe('Symbols in which deposits are counted.'),
            custody: f.text.describe('Who keeps the collateral.'),
          })
          .nullable()
          .describe(
            'Of a lender whose make-up is the published collateral of its loans. Null for all others.',
          ),
      })
      .nullable()
      .describe('Of when and where its make-up is. Null when none is known.'),
    resolved: z
      .strictObject({
        issuer: f.share.describe('Share whose issuer is known.'),
        final: f.share.describe('Share of which it is known in what asset it ends.'),
      })
      .describe('How much of it could be resolved.'),
    edges: f.list(edge, MAX_EDGES).describe('What it stands on, largest first, the unknown last.'),
    moreEdges: f.count.describe('Edges left out of `edges`.'),
    finalAssets: f
      .list(z.strictObject({ asset: f.text, share: f.share }), MAX_EDGES)
      .describe(
        'Shares by the asset in which every claim ends. `unknown`: it is not known. `circular`: claims that only refer to each other.',
      ),
    bridges: f
      .list(
        z.strictObject({
          id,
          name: f.text,
          model: z
            .enum(BRIDGE_MODELS)
            .describe(
              '`mint`: a message can make new supply. `lock`: the original is locked. `transport`: the underlying is moved.',
            ),
          quorum: f.textOrNull.describe('How many verifiers must agree. Null when not known.'),
          tokens: z.array(f.text).max(20),
          share: f.share,
        }),
        MAX_BRIDGES,
      )
      .describe('Bridges that carry what it holds.'),
    priceSources: f
      .list(
        z.strictObject({
          id: id.describe('Its identifier in `/v1/dependencies/{id}/dependents`.'),
          name: f.text,
          types: z.array(f.text).describe('Roles as declared, such as `Primary`.'),
          basis: z.literal('declared').describe('What the protocol declares; we did not check it.'),
          ...{ day: f.day, source: f.text },
        }),
        MAX_PRICE_SOURCES,
      )
      .describe('Oracles that it declares. They have no share, and no stress test includes them.'),
    worst: scenario
      .nullable()
      .describe(
        'The named failure of one issuer that costs most. Null when none costs anything that is known, so also when nothing is known of what it holds.',
      ),
    signals: z
      .array(signal)
      .length(DEPENDENCY_SIGNALS.length)
      .describe('What is computed of it; no score reads them.'),
    dependents: f.list(dependent, 20).describe('Who stands on it, by value.'),
    dependentCount: f.count.describe(
      'Protocols found to stand on it. Others may: not every protocol is resolved.',
    ),
  })
  .describe('What a protocol stands on, and who stands on it.')

export const dependenciesDocument = f.answer(dependencies).describe('What one protocol stands on.')

const stoodOn = {
  id: id.describe('Identifier of what is stood on.'),
  name: f.text.describe('Its name.'),
  kind: z.enum(['issuer', 'bridge', 'oracle', 'protocol']).describe('What it is.'),
  protocol: id
    .nullable()
    .describe('Of an oracle that is a protocol of the list: its slug. Null for others.'),
  day: f.day.describe('Day of the snapshot.'),
  model: z.enum(BRIDGE_MODELS).nullable().describe('Of a bridge; null for others.'),
  quorum: f.textOrNull.describe('Of a bridge: how many verifiers must agree.'),
  source: f.textOrNull.describe(
    'Where the row of our table is from, or what is declared of an oracle. Null for a protocol without a row, one that issues no token of the table.',
  ),
  reviewedOn: f.dayOrNull.describe(
    'Day on which that row of our table was reviewed, which may be later than `day`; null for an oracle.',
  ),
  resolvedProtocols: f.count.describe(
    'Protocols of which it is known what of others they hold, or a share of what they run on; for an oracle, those that declare one. Others may stand on it too.',
  ),
}

/** Who stands on one issuer, bridge, oracle or protocol, as it is published: with every row. */
export const dependentsFile = f.answer(z.strictObject({ ...stoodOn, rows: z.array(dependentRow) }))

/** One page of it. */
export const dependentsDocument = z
  .strictObject({
    success: z.literal(true),
    data: z
      .strictObject({
        ...stoodOn,
        rows: f.list(dependentRow, MAX_DEPENDENTS).describe('By value, largest first.'),
        more: f.count.describe('Rows on later pages.'),
      })
      .describe('Who stands on an issuer, a bridge, an oracle or a protocol.'),
    meta: listDocument.shape.meta
      .extend({ limit: z.int().min(1).max(MAX_DEPENDENTS).describe('Rows per page.') })
      .describe('Where the page is in the list.'),
  })
  .describe('One page of who stands on it.')

export type Dependencies = z.infer<typeof dependencies>
export type DependencyEdge = z.infer<typeof edge>
export type StoodOnFile = z.infer<typeof dependentsFile>
export type Dependents = z.infer<typeof dependentsDocument>['data']
export type Dependent = z.infer<typeof dependent>
export type DependentRow = z.infer<typeof dependentRow>
