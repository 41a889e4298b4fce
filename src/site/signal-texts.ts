import { METHODOLOGY_SOURCE, SOURCE_OF_ROLE } from '../domain/sources.ts'
import { METHODOLOGY, type SignalId } from '../score/methodology.ts'
import { share } from './figures.ts'

/** What the numbers of the methodology do not show: the sources of a signal, and how its value is computed. */
export interface SignalText {
  /** Ids of the sources a reading may come from. */
  sources: readonly string[]
  how: string
}

const {
  adapters: ADAPTERS,
  registry: REGISTRY,
  incidents: INCIDENTS,
  bounties: BOUNTIES,
  reviews: REVIEWS,
} = SOURCE_OF_ROLE

const { incidents, parameters, undeclaredOracleAddend, declaredOracleElsewhere } = METHODOLOGY
const { audits, chainSecurity, changeActivity, history, reviews, signers } = parameters

export const SIGNAL_TEXTS: Record<SignalId, SignalText> = {
  activity: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The DefiLlama category is looked up in the table of activities, column “Code”: how often code of this kind was exploited. Of all the inputs we tried it is the most predictive.',
  },
  incidents: {
    sources: [INCIDENTS],
    how: `Every recorded loss counts, and losses of the family (same parent) at a weight of ${incidents.familyWeight}; each halves every ${incidents.halfLifeYears * 12} months. A loss of at least ${share(incidents.fullLossShare)} of the value counts 1, and the smallest ${incidents.smallLossWeight}; a repaid loss counts ${incidents.reimbursedWeight} of that. A copy of code that lost funds counts at least ${incidents.lineage}, and ${incidents.lineageLending} if it is a lending market.`,
  },
  effectiveChains: {
    sources: [REGISTRY],
    how: 'One over the sum of squared TVL shares: two equally large chains give 2, and 99 % on one chain gives little more than 1. Where TVL by chain is not known, the square root of the number of chains.',
  },
  audits: {
    sources: [REGISTRY],
    how: `The newest report of each auditor counts 1 and every further one ${audits.furtherReport}; reports without a named auditor count as one auditor, with ${audits.furtherUnnamedReport} for each further one. A report loses half of its worth in ${audits.halfLifeYears} years; one without a date counts as ${audits.undatedYears} years old. A declared audit without a linked report counts ${audits.declaredOnly}.`,
  },
  bounty: {
    sources: [BOUNTIES],
    how: 'The largest reward of the bounty programme divided by TVL, or by the reward if that is larger. Having no listed programme is a reading of 0, not a missing one.',
  },
  quietAge: {
    sources: [INCIDENTS],
    how: `Years since the listing or the first known TVL, in whole calendar months. A full loss restarts the count; a tenth of a full loss removes a tenth of the years before it. A protocol without a listing date was listed before ${parameters.quietAge.listedBefore}.`,
  },
  changeActivity: {
    sources: [ADAPTERS],
    how: `The base-2 logarithm of 1 plus the number of people who changed the DefiLlama adapter within 365 days; it halves every ${changeActivity.halfLifeDays} days since the last change. Commits that touch more than five adapters are not counted. High activity is not a fault in itself: code that changes has more places to fail.`,
  },
  controlReview: {
    sources: [REVIEWS],
    how: `The mean of three grades (low ${reviews.grades.L}, medium ${reviews.grades.M}, high ${reviews.grades.H}) of the newest review of each deployment; the worst deployment counts. For a review without grades its stage is used: stage 0 is ${reviews.stages[0]}, stage 1 is ${reviews.stages[1]}, stage 2 is ${reviews.stages[2]}. We read only public reviews; without one, the prior counts.`,
  },
  signers: {
    sources: [REVIEWS],
    how: `The weakest multisig in the newest reviews. Its strength is the number of required signatures, less those missing to a majority, plus ${signers.outsidersCountAs} when at least half of the signers are outsiders. A strength of ${signers.middleSigners} gives ${signers.middleValue}, and each signature more or fewer moves the value by ${signers.perSigner}, down to 0; ${signers.tooFewSigners} or fewer required signatures always give ${signers.tooFewValue}. Code that no multisig can change gives 0.`,
  },
  custody: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The table of activities, column “Custody”: whom users of this kind of protocol trust with their assets. By judgement.',
  },
  chainSecurity: {
    sources: [REGISTRY],
    how: `What secures the chains that hold the TVL, weighted by TVL: own validators ${chainSecurity.l1}, rollup ${chainSecurity.rollup}, sidechain ${chainSecurity.sidechain}. A chain that we have not classified counts as a sidechain; when more than ${share(chainSecurity.maxUnclassifiedShare)} of the TVL is on such chains, the signal is missing.`,
  },
  governance: {
    sources: [REGISTRY],
    how: 'The governance votes in the registry, or those of the family if they are better. Weak evidence: it shows that holders are asked, not that they decide.',
  },
  operatorActivity: {
    sources: [ADAPTERS],
    how: 'The same reading as change activity, counted for the people who run the protocol: an adapter changes when they deploy, migrate or move funds. High activity is not a fault in itself: each change is one more that can go wrong.',
  },
  utilisation: {
    sources: [REGISTRY],
    how: 'Borrowed amount divided by deposits (borrowed plus TVL). For a lender without a borrowed amount the source does not measure it, so the signal is missing, not 0.',
  },
  creditModel: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The table of activities, column “Credit”: what backs the claims of depositors in this kind of protocol. By judgement. Activities that lend nothing have no credit dimension.',
  },
  oracleDependence: {
    sources: [METHODOLOGY_SOURCE, REGISTRY],
    how: `The table of activities, column “Oracle”. Depending on prices is exposure, whichever oracle provides them. If prices are needed and no source is declared, ${undeclaredOracleAddend} more. An activity that needs no prices has no oracle dimension unless the protocol declares a price source; then it counts at ${declaredOracleElsewhere}.`,
  },
  oracleRedundancy: {
    sources: [REGISTRY],
    how: 'Distinct price sources in the registry that TVL depends on; fallbacks and references do not count.',
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
    how: `The largest fall of TVL over ${history.outflowWithinDays} days within the last ${history.outflowDays} days that was followed by ${history.outflowSurvivedDays} more days of data: a larger outflow survived is better proof that users can exit. Daily values are smoothed with a running median of three.`,
  },
  volatility: {
    sources: [REGISTRY],
    how: `The standard deviation of the daily change of log TVL over ${history.volatilityDays} days, of which ${share(history.minKnownShare)} must be known. Daily values are smoothed with a running median of three, so that one faulty day does not count.`,
  },
  drawdown: {
    sources: [REGISTRY],
    how: `The deepest fall from an earlier peak within ${history.drawdownDays} days, of which ${share(history.minKnownShare)} must be known. Daily values are smoothed with a running median of three.`,
  },
  ownTokenShare: {
    sources: [REGISTRY],
    how: 'The value staked or paired in its own token as a share of all value. It falls when the protocol fails.',
  },
  lockTerm: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The table of activities, column “Lock”: queues, locks and terms usual for this kind of protocol. By judgement.',
  },
  exitReview: {
    sources: [REVIEWS],
    how: 'The mean of two grades (exit window, accessibility) of the newest review of each deployment; the worst deployment counts.',
  },
}
