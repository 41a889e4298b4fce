import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { DAY_SECONDS } from '../../domain/day.ts'
import { capitalised } from '../../domain/format.ts'
import { formatDuration } from '../../domain/format-control.ts'
import type { Review } from '../../domain/protocol.ts'
import { mapReading, missing, type Reading } from '../../domain/reading.ts'
import { riskAt } from '../anchors.ts'
import type { Methodology, Parameters } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { besideReview } from './beside-review.ts'
import { isWaitAssumed, ofContract, secondsToLeave, upgradePaths } from './control-facts.ts'
import { isSilent, isSingleKey, noticeOf, UNSEEN } from './path-points.ts'
import { worstReaching } from './reach.ts'
import { formatGrades, meanGrade, worstReview } from './review-grades.ts'
import { asFarAsSeen } from './seen-chains.ts'

const RISKS = ['exitWindow', 'accessibility'] as const

/**
 * The time that holders have to leave before a change, as risk points: the least notice of any upgrade path less the time that leaving
 * takes, or DeFiScan's grades. With both, the worse of the two, unless the review is a year older.
 */
export const exitWindow: Signal = {
  id: 'exitWindow',
  question: 'Can holders leave before a change?',
  applies: always,
  read: (subject, method) => {
    const reviews = (counts: (review: Review) => boolean) =>
      worstReview(subject, (one) => judgeReview(one, method), counts)
    return besideReview(readWindow(subject, method), reviews, subject, method)
  },
}

function judgeReview(review: Review, { parameters }: Methodology): Measure | null {
  const grade = meanGrade(review, RISKS, parameters)
  if (grade === null) return null
  const sentence = `DeFiScan grades exit risk on ${review.chain}: ${formatGrades(review, RISKS)}.`
  return { value: riskAt(parameters.reviews.exit, grade), sentence }
}

/** Of the paths by which the code can change, the one that leaves the least time, as far as it reaches enough of TVL. */
function readWindow(subject: Subject, method: Methodology): Reading<Measure> {
  const { control } = method.parameters
  const paths = upgradePaths(subject, method)
  if (!paths.known) return paths
  const toLeave = secondsToLeave(subject, control)
  const windows = paths.value.rated
    .map(({ contract, path }) => {
      const left = Math.max(0, noticeOf(path) - toLeave)
      return { contract, path, left, points: windowPoints(path, left, control) }
    })
    .sort((a, b) => b.points - a.points)
  const worst = worstReaching(windows, subject, control.reachShare)
  if (!worst) return missing('not-covered', paths.source)
  const { contract, path, left, points: value } = worst
  const sentence = describeWindow(contract, path, left, toLeave, isWaitAssumed(subject))
  const reading = ofContract(contract, { value, sentence })
  const asSeen = asFarAsSeen(reading, paths.value.chains, 'exitWindow', subject, method)
  if (!isUnrecorded(path, left, toLeave)) return asSeen
  return mapReading(asSeen, (measure) => ({ ...measure, seen: { share: 0, value: 0 } }))
}

/** True where no notice counts because the record does not give the delay: then nothing was read of the window. */
function isUnrecorded(path: ControlPath, left: number, toLeave: number): boolean {
  const isKnown = path.actor === 'nobody' || path.delaySeconds !== null
  return !isKnown && path !== UNSEEN && left === 0 && toLeave < Number.POSITIVE_INFINITY
}

/** Risk points 0-10 of the seconds that are left after leaving. */
function windowPoints(
  path: ControlPath,
  left: number,
  { exitWindow: { unchangeable, singleKeyAtOnce, byDays } }: Parameters['control'],
): number {
  if (path.actor === 'nobody') return unchangeable
  if (left === 0 && isSingleKey(path) && !isSilent(path)) return singleKeyAtOnce
  return riskAt(byDays, left / DAY_SECONDS)
}

function describeWindow(
  { address, chain }: ContractControl,
  path: ControlPath,
  left: number,
  toLeave: number,
  isAssumed: boolean,
): string {
  if (path.actor === 'nobody') return `No one can change the code of ${address} on ${chain}.`
  if (path === UNSEEN) return `How soon the code of ${address} on ${chain} can change is not known.`
  if (toLeave === Number.POSITIVE_INFINITY) {
    return `How long leaving takes could not be read of all markets, so no notice of a change on ${chain} counts.`
  }
  if (isUnrecorded(path, left, toLeave)) {
    return `The delay of a change on ${chain} is not recorded, so none is counted.`
  }
  const words =
    left === 0
      ? `a change on ${chain} can come before holders have left.`
      : `holders on ${chain} have ${formatDuration(left)} to leave before a change.`
  // Without notice a change comes first, however long leaving takes.
  if (!isAssumed || noticeOf(path) === 0) {
    return capitalised(words)
  }
  const wait = toLeave === 0 ? 'no wait' : formatDuration(toLeave)
  return `How long leaving takes is not known; with ${wait} assumed, ${words}`
}
