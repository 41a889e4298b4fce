import { METHODOLOGY_SOURCE, SOURCE_OF_ROLE } from '../domain/sources.ts'
import { METHODOLOGY, type SignalId } from '../score/methodology.ts'
import { share } from './figures.ts'

/** What the numbers of the methodology do not say: where a signal is read, and how, in a few sentences. */
export interface SignalText {
  /** Ids of the sources that a known reading may come from. */
  sources: readonly string[]
  how: string
}

const {
  registry: REGISTRY,
  incidents: INCIDENTS,
  bounties: BOUNTIES,
  reviews: REVIEWS,
} = SOURCE_OF_ROLE

const { incidents, undeclaredOracleAddend, declaredOracleElsewhere } = METHODOLOGY

export const SIGNAL_TEXTS: Record<SignalId, SignalText> = {
  activity: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The category that DefiLlama gives is looked up in the table of activities, column “Code”. It stands for how often code of this kind was exploited; among all that was tried it says most.',
  },
  incidents: {
    sources: [INCIDENTS],
    how: `Every recorded loss counts, and those of the family (same parent) at a weight of ${incidents.familyWeight}; each is halved every ${incidents.halfLifeYears * 12} months. A loss of at least ${share(incidents.fullLossShare)} of the value counts 1, and the smallest ${incidents.smallLossWeight}; what was paid back counts ${incidents.reimbursedWeight} of that. A copy of code that lost funds counts at least ${incidents.lineage}, and ${incidents.lineageLending} where it lends.`,
  },
  effectiveChains: {
    sources: [REGISTRY],
    how: 'One over the sum of squared shares of TVL: two chains of one size give 2, and 99 % on one chain gives hardly more than 1. Where TVL by chain is not known, the square root of the number of chains.',
  },
  audits: {
    sources: [REGISTRY],
    how: 'The freshest report of each auditor counts 1 and every further one a quarter; reports that name nobody count as one auditor, with a half for each further one. A report loses half of its worth in three years; one without a date counts as two years old. The bare word that audits exist counts a quarter of an auditor.',
  },
  bounty: {
    sources: [BOUNTIES],
    how: 'The largest reward of its programme over its TVL, or over the reward when that is larger. No programme on the list is a reading of 0, not a missing one.',
  },
  quietAge: {
    sources: [INCIDENTS],
    how: 'Years since the listing or the first known TVL, in whole calendar months. A full loss starts the count anew; a tenth of one takes a tenth of the years before it.',
  },
  controlReview: {
    sources: [REVIEWS],
    how: 'The mean of three grades of the newest review of each deployment, and the worst deployment counts. Where a review gives no grades, its stage stands in: stage 0 is 2, stage 2 is 0. We read keys only from reviews that anybody can read; where nobody reviewed, the prior stands.',
  },
  signers: {
    sources: [REVIEWS],
    how: 'The weakest wallet that the newest reviews list. Counted are the signers that must agree, less those that a majority lacks, and one more when at least half are outsiders: 3 give 1, 7 give 0, two signers are 2 whatever else holds. Where a review says that nobody can change the code, 0.',
  },
  custody: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The table of activities, column “Custody”: whom this kind of protocol asks its users to trust with the assets. By judgement.',
  },
  chainSecurity: {
    sources: [REGISTRY],
    how: 'What secures the chains that hold the TVL, weighted by TVL. A chain that we have not classed counts as a sidechain; when more than half of the TVL is on such chains, the signal is missing.',
  },
  governance: {
    sources: [REGISTRY],
    how: 'Places to vote that the registry names, or those of its family where these are better. Weak evidence: it says that holders are asked, not that they decide.',
  },
  utilisation: {
    sources: [REGISTRY],
    how: 'What is borrowed over the sum of what is borrowed and what is left. A lender without a figure for loans is one that upstream does not measure, so the signal is missing, not 0.',
  },
  creditModel: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The table of activities, column “Credit”: what backs the claims of depositors in this kind of protocol. By judgement. Activities that lend nothing have no credit dimension.',
  },
  oracleDependence: {
    sources: [METHODOLOGY_SOURCE, REGISTRY],
    how: `The table of activities, column “Oracle”. To depend on prices is exposure, whoever provides them: no brand lowers it. Where prices are needed and no source is declared, ${undeclaredOracleAddend} more. An activity that needs no prices has no oracle dimension, unless it declares a source; then it counts at ${declaredOracleElsewhere}.`,
  },
  oracleRedundancy: {
    sources: [REGISTRY],
    how: 'Distinct price sources that the registry names and on which TVL depends; fallbacks and references do not count.',
  },
  exitRoute: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The table of activities, column “Exit”: how a holder of this kind of protocol turns a position back into assets. By judgement.',
  },
  weekOutflow: {
    sources: [REGISTRY],
    how: 'The fall of TVL over the last seven days, in US dollars; a rise counts as no fall.',
  },
  outflowSurvived: {
    sources: [REGISTRY],
    how: 'The largest fall of TVL within a week of the last year after which the protocol was measured for another month: the more has left and could, the better the exit is proven. Days are judged by a running median of three.',
  },
  volatility: {
    sources: [REGISTRY],
    how: 'The standard deviation of the daily change of log TVL over 90 days, of which four fifths must be known. Days are judged by a running median of three, so that one faulty day is no swing.',
  },
  drawdown: {
    sources: [REGISTRY],
    how: 'The deepest fall from an earlier peak within 180 days, of which four fifths must be known. Days are judged by a running median of three.',
  },
  ownTokenShare: {
    sources: [REGISTRY],
    how: 'What is staked or paired in its own token over all value. It falls when the protocol does.',
  },
  lockTerm: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The table of activities, column “Lock”: queues, locks and terms usual for this kind of protocol. By judgement.',
  },
  exitReview: {
    sources: [REVIEWS],
    how: 'The mean of two grades of the newest review of each deployment, exit window and accessibility, and the worst deployment counts.',
  },
}
