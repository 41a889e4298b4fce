import type { Reading } from '../../domain/reading.ts'
import { yearsSince } from '../age.ts'
import { riskAt } from '../anchors.ts'
import type { Methodology } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { secondsToLeave, upgradePaths } from './control-facts.ts'
import { durationWords } from './describe-path.ts'
import { isSingleKey, noticeOf } from './path-points.ts'
import { gradeWords, meanGrade, worstReview } from './review-grades.ts'

const RISKS = ['exitWindow', 'accessibility'] as const
const DAY_SECONDS = 86_400

/**
 * The time that holders have to leave before a change, as risk points: the notice of the worst upgrade path less the time that leaving
 * takes, or DeFiScan's grades. With both, the worse of the two, unless the review is a year older.
 */
export const exitWindow: Signal = {
  id: 'exitWindow',
  question: 'Can holders leave before a change?',
  applies: always,
  read: (subject, method) => {
    const review = worstReview(subject, (one) => {
      const grade = meanGrade(one, RISKS, method.parameters)
      if (grade === null) return null
      return {
        value: riskAt(method.parameters.reviews.exit, grade),
        sentence: `DeFiScan grades exit risk on ${one.chain}: ${gradeWords(one, RISKS)}.`,
      }
    })
    const window = readWindow(subject, method)
    if (!window.known) return review
    if (!review.known) return window
    const isOutdated = yearsSince(review.asOf, window.asOf) >= method.parameters.control.reviewYears
    return isOutdated || window.value.value >= review.value.value ? window : review
  },
}

function readWindow(subject: Subject, method: Methodology): Reading<Measure> {
  const { control } = method.parameters
  const paths = upgradePaths(subject, control)
  if (!paths.known) return paths
  const { worst, complete } = paths.value
  const { path, contract } = worst
  const link = contract.link
  if (path.actor === 'nobody' && complete) {
    const sentence = `No one can change the code of ${contract.address} on ${contract.chain}.`
    return { ...paths, value: { value: control.exitWindow.unchangeable, sentence, link } }
  }
  const notice = complete ? noticeOf(path) : 0
  const left = Math.max(0, notice - secondsToLeave(subject, control))
  const value =
    left === 0 && isSingleKey(path)
      ? control.exitWindow.singleKeyAtOnce
      : riskAt(control.exitWindow.byDays, left / DAY_SECONDS)
  const sentence =
    left === 0
      ? `A change on ${contract.chain} can come before holders have left.`
      : `Holders on ${contract.chain} have ${durationWords(left)} to leave before a change.`
  return { ...paths, value: { value, sentence, link } }
}
