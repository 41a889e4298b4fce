import { METHODOLOGY_SOURCE, SOURCE_OF_ROLE } from '../domain/sources.ts'
import { METHODOLOGY, type SignalId } from '../score/methodology.ts'
import { share } from './figures.ts'

/** What the numbers of the methodology do not show: the sources of a signal, and how its value is computed. */
export interface SignalText {
  /** Ids of the sources a reading may come from. */
  sources: readonly string[]
  how: string
  /** What its reading does not mean, for the page of a protocol. */
  caution?: string
}

const {
  registry: REGISTRY,
  incidents: INCIDENTS,
  bounties: BOUNTIES,
  reviews: REVIEWS,
  control: CONTROL,
  adapters: ADAPTERS,
} = SOURCE_OF_ROLE

const { incidents, parameters, undeclaredOracleAddend, declaredOracleElsewhere } = METHODOLOGY
const { audits, chainSecurity, changeActivity, control, feeds, history, reviews, signers } =
  parameters

/** The actor of code that no one can change, as `data/methodology.json` names it. */
const NO_ONE = 'nobody'

const ACTIVITY_CAUTION =
  'High activity is not a fault in itself: code that changes has more places to fail.'

export const SIGNAL_TEXTS: Record<SignalId, SignalText> = {
  activity: {
    sources: [METHODOLOGY_SOURCE],
    how: 'The DefiLlama category is looked up in the table of activities, column “Code”: how often code of this kind was exploited. Of all the inputs we tried it is the most predictive.',
  },
  incidents: {
    sources: [INCIDENTS],
    how: `Every recorded loss counts, and losses of the family (same parent) at a weight of ${incidents.familyWeight}; each halves every ${incidents.halfLifeYears * 12} months. A loss of at least ${share(incidents.fullLossShare)} of the value counts 1, and the smallest ${incidents.smallLossWeight}; a repaid loss counts ${incidents.reimbursedWeight} of that. A copy of code counts at least ${incidents.lineage} of the losses of the original, and ${incidents.lineageLending} of them if it is a lending market.`,
  },
  effectiveChains: {
    sources: [REGISTRY],
    how: 'One over the sum of squared TVL shares: two equally large chains give 2, and 99 % on one chain gives little more than 1. Where TVL by chain is not known, the square root of the number of chains.',
  },
  changeActivity: {
    sources: [ADAPTERS],
    how: `The logarithm (base 2) of one plus the people who changed the protocol’s DefiLlama adapter within a year, halved for every ${changeActivity.halfLifeDays} days since its last change. Commits that touch more than five modules do not count. ${ACTIVITY_CAUTION}`,
    caution: ACTIVITY_CAUTION,
  },
  audits: {
    sources: [REGISTRY, 'audit-reports'],
    how: `The newest report of each auditor counts 1 and every further one ${audits.furtherReport}; reports without a named auditor count as one auditor, with ${audits.furtherUnnamedReport} for each further one. A report loses half of its worth in ${audits.halfLifeYears} years; one without a date counts as ${audits.undatedYears} years old. A declared audit without a linked report counts ${audits.declaredOnly}. The bundled sample also has reports that were read by hand.`,
  },
  bounty: {
    sources: [BOUNTIES],
    how: 'The largest reward of the bounty programme divided by TVL, or by the reward if that is larger. Having no listed programme is a reading of 0, not a missing one.',
  },
  quietAge: {
    sources: [INCIDENTS],
    how: `Years since the listing or the first known TVL, in whole calendar months. A full loss restarts the count; a tenth of a full loss removes a tenth of the years before it. A protocol without a listing date was listed before ${parameters.quietAge.listedBefore}.`,
  },
  upgradePath: {
    sources: [CONTROL, REVIEWS],
    how: `The worst path by which the code of a contract with deposits can change, among chains that together hold at least ${control.reachShare * 100} % of TVL, as risk points of who acts, times a factor for the delay. At once: no one ${control.actors[NO_ONE]}, a vote ${control.actors.governor}, a multisig ${control.actors.multisigs.map(({ threshold, points }) => `of ${threshold} ${points}`).join(', ')} (without a majority it counts as one of 2), one key or an unidentified actor ${control.actors.alone}. Delays: ${control.delayFactors.map(({ hours, factor }) => `${hours} h × ${factor}`).join(', ')}; none when leaving takes longer. TVL on chains without a read contract counts at the prior, or at what was read where that is worse; where contracts on less than ${control.seenShare * 100} % of TVL were read, they can only hurt. So it is for all signals of control. Where paths may be missing, one key counts. DeFiScan’s review counts beside it: the mean of three grades, low ${reviews.grades.L}, medium ${reviews.grades.M}, high ${reviews.grades.H}, or its stage. The worse of the two counts, unless the review is ${control.reviewYears} year older.`,
  },
  signers: {
    sources: [CONTROL, REVIEWS],
    how: `The weakest multisig that can change a contract with deposits, or that the newest reviews name; the worse of the two. One key, or an unidentified actor, counts as a multisig that needs one signature. Its strength is the number of required signatures, less those missing to a majority, plus ${signers.outsidersCountAs} when at least half of the signers are outsiders. A strength of ${signers.middleSigners} gives ${signers.middleValue}, and each signature more or fewer moves the value by ${signers.perSigner}, down to 0; ${signers.tooFewSigners} or fewer required signatures always give ${signers.tooFewValue}. Code that no multisig can change gives 0.`,
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
    how: 'The same reading as “Change activity”, as a question about people: what changes often is run by those who can change it.',
    caution: ACTIVITY_CAUTION,
  },
  utilisation: {
    sources: [REGISTRY],
    how: 'Borrowed amount divided by deposits (borrowed plus TVL). For a lender without a borrowed amount the source does not measure it, so the signal is missing, not 0.',
  },
  thresholdLevel: {
    sources: [CONTROL, METHODOLOGY_SOURCE],
    how: 'The liquidation threshold of the collateral in its markets, weighted by supply. A market that could not be read counts as the worst; the worst one of unknown size counts where it is worse than the rest. Where no market says: the table of activities, column “Credit”, what backs the claims of depositors in this kind of protocol, by judgement. Activities that lend nothing have no credit dimension.',
  },
  collateralTop: {
    sources: [CONTROL, METHODOLOGY_SOURCE],
    how: 'The share of the largest group of collateral, by supply; receipt tokens of one asset are one group. A market that could not be read, or of unknown size, could be nearly all of it and counts so. Where records state no supply: the table of activities, column “Credit”.',
  },
  oracleDependence: {
    sources: [METHODOLOGY_SOURCE, REGISTRY],
    how: `The table of activities, column “Oracle”. Depending on prices is exposure, whichever oracle provides them. If prices are needed and no source is declared, ${undeclaredOracleAddend} more. An activity that needs no prices has no oracle dimension unless the protocol declares a price source; then it counts at ${declaredOracleElsewhere}.`,
  },
  feedQuality: {
    sources: [CONTROL, REGISTRY],
    how: `The price feeds of its markets, weighted by supply: a redemption rate ${feeds.kinds.rate}, an aggregator of reporters ${feeds.kinds.aggregator}, a capped rate ${feeds.kinds['capped-rate']}, a pool’s average price ${feeds.kinds.twap}, an unknown kind ${feeds.kinds.unidentified}, one account that writes the price ${feeds.kinds.updater}; an owner that is one key ${feeds.singleOwner}; older than ${feeds.staleIntervals} of its usual intervals ${feeds.stale}. A feed that could not be read counts as the worst. Where no market has one: the number of distinct price sources in the registry that TVL depends on.`,
  },
  availableShare: {
    sources: [CONTROL, METHODOLOGY_SOURCE],
    how: 'What could be withdrawn from its markets now, as a share of what is supplied, weighted by supply. A market that could not be read counts as the worst; the worst one of unknown size counts where it is worse than the rest. Where no market says: the table of activities, column “Exit”, how a holder of this kind of protocol turns a position back into assets, by judgement.',
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
  withdrawTime: {
    sources: [CONTROL, METHODOLOGY_SOURCE],
    how: 'The longest wait for a withdrawal from its markets, in days. A wait that could not be read counts as the worst. Where no market says: the table of activities, column “Lock”, queues, locks and terms usual for this kind of protocol, by judgement.',
  },
  withdrawalPause: {
    sources: [CONTROL],
    how: `Who can stop withdrawals from a contract with deposits, as risk points: no one ${control.pause[NO_ONE]}, a vote of two days ${control.pause.slowVote}, a multisig of ${control.pause.strongThreshold} or more ${control.pause.strongMultisig}, another multisig ${control.pause.multisig}, one key, or holders that cannot be listed, ${control.pause.singleKey}; stopped now, or a market of which that could not be read, ${control.pause.pausedNow}.`,
  },
  exitWindow: {
    sources: [CONTROL, REVIEWS],
    how: `The notice of the worst upgrade path less the time that leaving takes, as risk points: ${control.exitWindow.byDays.map(({ at, risk }) => `${at} days ${risk}`).join(', ')}; one key at once ${control.exitWindow.singleKeyAtOnce}; code that no one can change ${control.exitWindow.unchangeable}. The time to leave is that of its markets, and without end where it could not be read; else none for kinds of protocol whose holders usually leave at once, and ${control.usualWaitDays} days for others. DeFiScan’s grades count beside it, as for the upgrade path.`,
  },
}
