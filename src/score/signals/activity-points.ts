import { known, missing, type Reading } from '../../domain/reading.ts'
import { METHODOLOGY_SOURCE } from '../../domain/sources.ts'
import type { Activity, Methodology } from '../methodology.ts'
import type { Measure } from '../signal.ts'
import type { Subject } from '../subject.ts'

type Question = Exclude<keyof Activity, 'label'>

/** Reads one column of the activity table; missing when upstream's category is not in it. */
export function activityPoints(
  subject: Subject,
  method: Methodology,
  question: Question,
  sentence: (label: string) => string,
): Reading<Measure> {
  const { activity, record } = subject
  const points = activity?.[question]
  if (!activity || points === null || points === undefined) {
    return missing('not-covered', record.tvl.source)
  }
  return known(
    { value: points, sentence: sentence(activity.label), isTypical: true },
    method.publishedOn,
    METHODOLOGY_SOURCE,
  )
}
