import type { ControlPath } from '../../domain/control.ts'
import { isOneNodesWord } from '../../domain/format-control.ts'
import type { Multisig, Review } from '../../domain/protocol.ts'
import { missing, type Reading } from '../../domain/reading.ts'
import { compareText } from '../../domain/text-order.ts'
import { valueAt } from '../anchors.ts'
import type { Methodology, Parameters } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { besideReview } from './beside-review.ts'
import { depositContracts, ofContract } from './control-facts.ts'
import { actorStart } from './describe-path.ts'
import { isSilent, isSingleKey, pathsOf, UNSEEN } from './path-points.ts'
import { currentReviews, reviewAge } from './review-grades.ts'
import { asFarAsSeen } from './seen-chains.ts'

/**
 * The weakest multisig that a chain, a public record or the newest DeFiScan reviews name, on the axis of `weakness`; 0 when no one, or
 * only a vote, can change the code.
 */
export const signers: Signal = {
  id: 'signers',
  question: 'How many people must agree?',
  applies: always,
  read: (subject, method) => {
    const read = readContracts(subject, method)
    const reviews = (counts: Counts) => readReviews(subject, method, counts)
    return besideReview(read, reviews, subject, method)
  },
}

/** From the contracts that hold deposits: the weakest of those who can change one. */
function readContracts(subject: Subject, method: Methodology): Reading<Measure> {
  const contracts = depositContracts(subject)
  if (!contracts.known) return contracts
  const rated = contracts.value.flatMap((contract) =>
    (pathsOf(contract.codeChange) ?? []).map((path) => ({
      contract,
      path,
      value: pathWeakness(path, method),
    })),
  )
  // Of equals one that names signers: of the others the next sentence would deny them.
  const sorted = rated.toSorted(
    (a, b) => b.value - a.value || Number(hasNoSigners(a.path)) - Number(hasNoSigners(b.path)),
  )
  const worst = sorted[0]
  if (!worst) return missing('not-covered', contracts.source)
  const { contract, path, value } = worst
  const code = `the code of ${contract.name ?? 'the contract'} ${contract.address} on ${contract.chain} (${contract.day})`
  const seen = sorted.find(
    (one) => one.contract === contract && one.path !== UNSEEN && !isOneNodesWord(one.path),
  )
  const sentence =
    path === UNSEEN && seen
      ? `${formatSigners(seen.path)} can change ${code}; whether others can is not known.`
      : path === UNSEEN
        ? `Who can change ${code} is not known.`
        : `${formatSigners(path)} can change ${code}.`
  const chains = new Set(rated.map((one) => one.contract.chain))
  return asFarAsSeen(ofContract(contract, { value, sentence }), chains, 'signers', subject, method)
}

/**
 * Like `weakness`, where one key or an unseen actor is a multisig that needs one, a multisig without its numbers is the weakest, and a
 * path without signers, such as a vote, is 0. One on which the record is silent is as if nothing were known.
 */
function pathWeakness(
  path: ControlPath,
  { signals, parameters: { signers: parameters } }: Methodology,
): number {
  const { actor, threshold, signers: all } = path
  if (isSilent(path)) return valueAt(signals.signers.anchors, signals.signers.prior)
  if (isSingleKey(path)) return parameters.tooFewValue
  if (threshold === null || all === null) return actor === 'safe' ? parameters.tooFewValue : 0
  return weakness({ threshold, signers: all, outsiders: null, publicSigners: null }, parameters)
}

function formatSigners(path: ControlPath): string {
  return hasNoSigners(path) ? 'No group of signers' : actorStart(path)
}

function hasNoSigners(path: ControlPath): boolean {
  return path.threshold === null && !isSingleKey(path) && path.actor !== 'safe'
}

type Counts = (review: Review) => boolean

function readReviews(
  subject: Subject,
  { parameters }: Methodology,
  counts: Counts,
): Reading<Measure> {
  const reading = currentReviews(subject, counts)
  if (!reading.known) return reading
  const all = reading.value.flatMap((review) =>
    review.multisigs.map((multisig) => ({
      review,
      multisig,
      value: weakness(multisig, parameters.signers),
    })),
  )
  const weakest = all.sort(
    (a, b) =>
      b.value - a.value ||
      compareText(a.review.chain, b.review.chain) ||
      compareText(b.review.reviewedOn, a.review.reviewedOn) ||
      compareText(wordsOf(a.multisig), wordsOf(b.multisig)),
  )[0]
  if (weakest) {
    const { review, multisig, value } = weakest
    const sentence = `The weakest multisig that DeFiScan lists needs ${wordsOf(multisig)}, on ${review.chain}. ${reviewAge(review, subject)}`
    return { ...reading, asOf: review.reviewedOn, value: { value, sentence, link: review.url } }
  }
  // A review without a multisig that finds the code changeable speaks of some other owner, such as a contract.
  if (!reading.value.every(({ upgradeability }) => upgradeability === 'L')) {
    return missing('not-covered', reading.source)
  }
  return { ...reading, ...unchangeable(reading.value, subject) }
}

/**
 * How weak a multisig is: 0 for 6 of 9 with outsiders, 1 for 3 of 5, 2 for 2 of 3 or less. The strength is the number of
 * required signatures, less those missing to a majority, plus `outsidersCountAs` when at least half of the signers are
 * outsiders; an unknown share of outsiders counts as none.
 */
export function weakness(
  { threshold, signers: all, outsiders }: Multisig,
  parameters: Parameters['signers'],
): number {
  const { tooFewSigners, tooFewValue, middleSigners, middleValue, perSigner } = parameters
  if (threshold <= tooFewSigners) return tooFewValue
  const majority = Math.floor(all / 2) + 1
  const short = Math.max(0, majority - threshold)
  const strength = threshold - short + (outsiders === true ? parameters.outsidersCountAs : 0)
  return Math.min(tooFewValue, Math.max(0, middleValue - (strength - middleSigners) * perSigner))
}

function wordsOf({ threshold, signers: all, outsiders }: Multisig): string {
  return `${threshold} of ${all} signers${outsiders ? ' (at least half of them outsiders)' : ''}`
}

/** No stronger than its oldest review. */
function unchangeable(reviews: Review[], subject: Subject): { asOf: string; value: Measure } {
  const chains = [...new Set(reviews.map(({ chain }) => chain))].join(', ')
  const oldest = reviews.reduce((first, review) =>
    review.reviewedOn < first.reviewedOn ? review : first,
  )
  const { reviewedOn: asOf, url: link } = oldest
  const sentence = `No group of signers can change it: DeFiScan lists no multisig and grades upgradeability low on ${chains}. ${reviewAge(oldest, subject)}`
  return { asOf, value: { value: 0, sentence, link } }
}
