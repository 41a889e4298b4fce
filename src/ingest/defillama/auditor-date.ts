import { type Day, isDay } from '../../domain/day.ts'

/** There were no smart contract audits before this day, so an earlier number is not a date. */
const EARLIEST = '2016-01-01'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Year, month and day with one separator, or as eight digits that are not part of a hash or a longer number. */
const DAYS = [
  /(?<!\d)(20\d\d)([-_.])(\d\d)\2(\d\d)(?!\d)/g,
  /(?<![a-z0-9])(20\d\d)()(\d\d)(\d\d)(?=t\d{6}|[^a-z0-9]|$)/gi,
]

/**
 * Year and month: `2022-01-…`, or two folders `2022/01`. Underscores and dots are left out, since auditors number
 * their reports within a year that way (`2020_11` is the eleventh report).
 */
const YEAR_MONTHS = [
  /(?<![a-z0-9])(20\d\d)-(\d\d)(?![a-z0-9]|[-_.]\d)/gi,
  /(?<=\/)(20\d\d)\/(\d\d)(?=\/|$)/g,
]

/** A month by its English name before the year, such as `June_2023`. */
const NAMED_MONTH =
  /(?<![a-z])(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[-_ ]+(20\d\d)(?!\d)/gi

/**
 * The day of an audit from its link; the first of the month when the link names only a month. Null when the link names no
 * day or several. Ambiguous notations such as `11012022` and days after `asOf` are ignored.
 */
export function auditedOn(link: string, asOf: Day): Day | null {
  if (!URL.canParse(link)) return null
  const { pathname, hash } = new URL(link)
  const text = decoded(pathname + hash)
  const possible = (day: string) => isDay(day) && day >= EARLIEST && day <= asOf
  const days = DAYS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, year, , month, day]) => `${year}-${month}-${day}`),
  ).filter(possible)
  return onlyOne(days.length > 0 ? days : monthsOf(text).filter(possible))
}

function monthsOf(text: string): string[] {
  const numbered = YEAR_MONTHS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, year, month]) => `${year}-${month}-01`),
  )
  const named = [...text.matchAll(NAMED_MONTH)].map(([, name = '', year]) => {
    const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1
    return `${year}-${String(month).padStart(2, '0')}-01`
  })
  return [...numbered, ...named]
}

function onlyOne(days: string[]): Day | null {
  const [day = null, ...others] = new Set(days)
  return others.length === 0 ? day : null
}

/** The decoded path; unchanged when its percent-encoding is invalid. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
