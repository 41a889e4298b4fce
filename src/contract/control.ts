import * as z from 'zod'
import { FEED_KINDS } from '../domain/market.ts'
import { MAX_ANSWER_LENGTH, MAX_DISAGREEMENTS, MAX_NODES } from '../domain/node-answers.ts'
import * as f from './fields.ts'

/** Limits of a document. What is left out is counted, and the weakest paths are kept. */
export const MAX_CONTRACTS = 60
export const MAX_PATHS = 12
export const MAX_MARKETS = 100
const address = f.text.describe('Address; in lower case on EVM chains.')
const block = f.countOrNull.describe('Block of the reading. Null when the record names none.')
const source = f.text.describe('`onchain`, or the short name of the public record that it is from.')

const unconfirmed = z
  .enum(['one-node', 'disagreement'])
  .optional()
  .describe(
    'Why it is not confirmed. `one-node`: one node alone answered. `disagreement`: no two nodes say the same. It then counts in no score. Left out when two nodes say the same, or a public record is its source.',
  )

const disagreements = f
  .list(
    z
      .strictObject({
        fact: f.text.describe('The fact, such as `utilisation` or `code`.'),
        answers: f
          .list(
            z
              .strictObject({
                node: f.text.describe(
                  'Host of a public node; a private one is named by its place only.',
                ),
                answer: f.text
                  .max(MAX_ANSWER_LENGTH)
                  .describe('Its answer, with addresses in short.'),
              })
              .describe('The answer of one node.'),
            MAX_NODES,
          )
          .describe('What each node answered.'),
      })
      .describe('A fact on which nodes disagree.'),
    MAX_DISAGREEMENTS,
  )
  .optional()
  .describe(
    'Facts on which nodes disagreed at the last reading, with each answer. Also filled where two of them agree, whose answer is then published. Left out when all agree.',
  )

/** One path from a contract to an actor that can act on it. */
export const controlPath = z
  .strictObject({
    actor: z
      .enum([
        'nobody',
        'eoa',
        'safe',
        'multisig',
        'governor',
        'timelock',
        'curated',
        'unidentified',
        'anyone',
      ])
      .describe(
        'Who acts at the end. `nobody`: the code is fixed, or control was renounced. `eoa`: an account with one key. `safe`: a Safe. `multisig`: a multisig of another kind, such as Squads. `governor`: a vote on the chain. `timelock`: its proposers are not known. `curated`: a governance contract or multisig that a person identified. `unidentified`: no known way to its owner. `anyone`: unprotected.',
      ),
    address: address
      .nullable()
      .describe('Its address. Null when there is none or it is not known.'),
    threshold: f.countOrNull.describe(
      'Signatures needed. Null when it does not apply or is not known.',
    ),
    signers: f.countOrNull.describe(
      'Number of signers. Null when it does not apply or is not known.',
    ),
    delaySeconds: f.countOrNull.describe(
      'Sum of the delays on the path, without votes. Null when not known; that is not 0.',
    ),
    voteSeconds: f.countOrNull.describe(
      'Length of the votes on the path. Null when not known, 0 without a vote.',
    ),
    via: z.array(address).describe('Contracts on the way, from the contract outward.'),
    proof: z
      .enum(['read', 'asked', 'code', 'convention', 'curated', 'recorded', 'unconfirmed'])
      .describe(
        'How it is known. `read`: storage and getters. `asked`: a simulated call from the actor passes and one from a stranger fails. `code`: the bytecode. `convention`: the getter of a known kind of proxy. `curated`: a reviewed table. `recorded`: a public record. `unconfirmed`: one node says so, and no other node or record.',
      ),
    note: f.textOrNull.describe('What must be known beside it.'),
  })
  .describe('One path from a contract to an actor that can act on it.')

const knownChange = z
  .strictObject({
    known: z.literal(true),
    complete: f.boolean.describe('False when there may be more paths than these.'),
    paths: f
      .list(controlPath, MAX_PATHS)
      .describe('Every known way to change the code, weakest first.'),
    more: f.count.describe('Paths left out of `paths`.'),
  })
  .describe('It is known who can change the code.')

const unknownChange = z
  .strictObject({
    known: z.literal(false),
    why: z
      .enum([
        'no-code',
        'not-listable',
        'unidentified',
        'unknown-proxy',
        'node-failed',
        'not-recorded',
      ])
      .describe(
        'Why not. `no-code`: nothing is deployed there. `not-listable`: holders of a role cannot be listed. `unidentified`: no known way to the owner. `unknown-proxy`: it delegates to code that no known slot names. `node-failed`: no node answered. `not-recorded`: the record does not say.',
      ),
  })
  .describe('It is not known who can change the code.')

export const contractControl = z
  .strictObject({
    chain: f.text.describe('Name of the chain.'),
    address,
    name: f.textOrNull.describe('Name of the contract.'),
    role: z
      .enum(['funds', 'logic', 'oracle', 'token', 'governance', 'periphery'])
      .describe('What the contract is for. `funds` and `logic` decide over deposits.'),
    proxy: f.textOrNull.describe('Kind of proxy, such as `eip1967`. Null when it is not one.'),
    codeChange: z
      .discriminatedUnion('known', [knownChange, unknownChange])
      .describe('Who can change the code.'),
    powers: z
      .array(
        z
          .strictObject({
            getter: f.text.describe('The getter or role, such as `owner`.'),
            paths: z.array(controlPath).describe('Who holds it.'),
          })
          .describe('One power other than changing the code.'),
      )
      .describe('Who holds other powers. Empty when none is recorded.'),
    morePowers: f.count.describe('Paths left out of `powers`.'),
    pause: z
      .strictObject({
        paths: f.list(controlPath, MAX_PATHS).describe('Who can pause it.'),
        more: f.count.describe('Paths left out of `paths`.'),
        complete: f.boolean.describe('False when there may be more paths than these.'),
        pausedNow: f.booleanOrNull.describe('Whether it was paused. Null when not known.'),
      })
      .nullable()
      .describe('Who can pause it. Null when nothing was found that could.'),
    day: f.day.describe('Day of the reading or of the record.'),
    block,
    source,
    link: f.linkOrNull.describe('Where to check it.'),
    tvlUsd: f.usdOrNull.describe('What users hold in it, in US dollars. Null when not known.'),
    unconfirmed,
    disagreements,
  })
  .describe('Who can change, own or pause one contract, on one day.')

/** A review by people, beside what the chain says. */
/** A published review of one deployment, with the words of the reviewer. */
export const review = z
  .strictObject({
    chain: f.text.describe('Name of the chain.'),
    stage: z.int().min(0).max(2).nullable().describe('Stage, 0 to 2. Null without one.'),
    upgradeability: z
      .enum(['L', 'M', 'H'])
      .nullable()
      .describe('Risk that the code is changed: low, medium or high.'),
    exitWindow: z
      .enum(['L', 'M', 'H'])
      .nullable()
      .describe('Risk that users cannot leave before a change: low, medium or high.'),
    reviewedOn: f.day.describe('Day of its last update.'),
    url: f.linkOrNull.describe('The review.'),
  })
  .describe('A DeFiScan review of one deployment.')

export const control = z
  .strictObject({
    headline: f.text.describe(
      'The weakest known way to change the code of a contract that decides over deposits, as a sentence with address and day.',
    ),
    contracts: f
      .list(contractControl, MAX_CONTRACTS)
      .describe('The contracts, the weakest of those that decide over deposits first.'),
    more: f.count.describe('Contracts left out of `contracts`.'),
    reviews: f
      .list(review, MAX_CONTRACTS)
      .describe('DeFiScan reviews of the same protocol. Empty when there are none.'),
  })
  .describe('Who can change the contracts of the protocol.')

const feed = z
  .strictObject({
    address,
    kind: z
      .enum(FEED_KINDS)
      .describe(
        'What sets the price. `aggregator`: a feed of the kind of Chainlink. `rate`: a fixed or redeemable rate. `capped-rate`: such a rate with a cap on its growth. `twap`: the average price of a pool. `updater`: one account writes it. `unidentified`: a contract of no known kind.',
      ),
    owner: f
      .list(controlPath, MAX_PATHS)
      .nullable()
      .describe('Who can replace or set it. Null when not known.'),
    ageSeconds: f.countOrNull.describe(
      'Time since its last update. Null when it has none or it is not known.',
    ),
    intervalSeconds: f.countOrNull.describe('Usual time between updates. Null when not known.'),
  })
  .describe('The price feed of an asset.')

export const market = z
  .strictObject({
    chain: f.text.describe('Name of the chain.'),
    address,
    name: f.text.describe('Name of the market or vault. Empty when not known.'),
    asset: f.text.describe('Symbol of the asset. Empty when not known.'),
    assetAddress: address.describe('Address; in lower case on EVM chains. Empty when not known.'),
    suppliedUsd: f.usdOrNull.describe('What is supplied, in US dollars. Null when not known.'),
    availableShare: f.usdOrNull.describe(
      'What can be withdrawn now over what is supplied. Null when not known.',
    ),
    utilisation: f.usdOrNull.describe(
      'What is borrowed over what is supplied. Null when not known.',
    ),
    loanToValue: f.usdOrNull.describe(
      'Most that can be borrowed against it, as a share of its value. Null when not known.',
    ),
    liquidationThreshold: f.usdOrNull.describe(
      'Share of its value at which a loan is liquidated. Null when not known.',
    ),
    supplyCapUsed: f.usdOrNull.describe(
      'Supply over the supply cap. Null without a cap or when not known.',
    ),
    frozen: f.booleanOrNull.describe('No new supply or loans. Null when not known.'),
    paused: f.booleanOrNull.describe('Withdrawals are paused. Null when not known.'),
    withdrawSeconds: f.countOrNull.describe(
      'Least time that a withdrawal takes. Null when not known.',
    ),
    feed: feed.nullable().describe('Its price feed. Null when not known.'),
    gap: z
      .strictObject({
        why: z
          .enum(['node-failed', 'reverted', 'unreadable', 'implausible', 'too-many'])
          .describe(
            'Why. `node-failed`: no node answered. `reverted`: a contract refused. `unreadable`: the answer does not fit, or does not say. `implausible`: the values cannot be true. `too-many`: beyond the limit of markets.',
          ),
        facts: z
          .array(
            z.enum(['availableShare', 'liquidationThreshold', 'withdrawSeconds', 'paused', 'feed']),
          )
          .describe(
            'The facts that count at their worst in the score, unless the market is unconfirmed. They are null here.',
          ),
      })
      .nullable()
      .describe(
        'What could not be read of it. Null when it was read; a fact that is null then does not apply, or a record does not say. Of a market that could not be read at all, only the address is known.',
      ),
    day: f.day.describe('Day of the reading or of the record.'),
    block,
    source,
    link: f.linkOrNull.describe('Where to check it.'),
    unconfirmed,
    disagreements,
  })
  .describe('One asset of a lending market, or one vault, on one day.')

export const markets = z
  .strictObject({
    assets: f
      .list(market, MAX_MARKETS)
      .describe('The assets: those that could not be read first, then by supply.'),
    more: f.count.describe('Assets left out of `assets`.'),
  })
  .describe('Lending markets and vaults of the protocol.')

export type ControlDocument = z.infer<typeof control>
export type MarketsDocument = z.infer<typeof markets>
