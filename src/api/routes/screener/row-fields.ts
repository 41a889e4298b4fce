import { spellingOf, typingErrors } from '../../../contract/near-text.ts'
import { type ApiResponse, problem } from '../../../http/api-response.ts'

const MAX_SUGGESTIONS = 5
const MAX_ERRORS = 3

/** 400 that names the fields that rows do not have and those that may be meant; null when they have all. */
export function unknownFields(
  wanted: readonly string[],
  known: readonly string[],
): ApiResponse | null {
  const unknown = wanted.filter((field) => !known.includes(field))
  if (unknown.length === 0) return null
  const near = known.filter((field) => unknown.some((wrong) => isNear(wrong, field)))
  const suggestions = near.length > 0 ? near.slice(0, MAX_SUGGESTIONS) : [...known]
  const fields = unknown.map((field) => `has no ${field.slice(0, 100)}`)
  return problem('INVALID_REQUEST', { details: { fields, suggestions } })
}

/** One in the other, or a few typing errors, without regard to case. */
function isNear(wrong: string, field: string): boolean {
  const [a, b] = [wrong.toLowerCase(), field.toLowerCase()]
  if (a.length >= MAX_ERRORS && (b.includes(a) || a.includes(b))) return true
  return typingErrors(spellingOf(a), spellingOf(b), MAX_ERRORS) !== null
}

/** The rows with their `id` and these of their fields, in the order that they have them; as they are when none is named. */
export function onlyFields<Row extends { id: string }>(
  rows: readonly Row[],
  wanted: readonly string[] | undefined,
): readonly Partial<Row>[] {
  if (!wanted) return rows
  const kept = new Set(['id', ...wanted])
  return rows.map((row) => {
    const chosen = Object.entries(row).filter(([field]) => kept.has(field))
    return Object.fromEntries(chosen) as Partial<Row>
  })
}
