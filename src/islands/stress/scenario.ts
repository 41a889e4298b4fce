import type { StressResult } from '../../contract/stress.ts'
import { MAX_FAILURES, parseStressQuery, stressSearch } from '../../contract/stress-query.ts'
import { counted, sharePercent } from '../../domain/format.ts'

/** What a row of the form says. */
export interface Choice {
  id: string
  /** Of its value, as it was typed. */
  percent: string
}

/** A scenario of an address, as the form has it; none without one. */
export function choicesOf(params: URLSearchParams): Choice[] {
  const parsed = parseStressQuery(params)
  if (!parsed.ok) return []
  // In percent, without the noise of binary fractions.
  const percentOf = (share: number) => `${Number((share * 100).toFixed(4))}`
  return [...parsed.value.fails].map(([id, drop]) => ({ id, percent: percentOf(drop) }))
}

/** The search of the address of a scenario, or what is wrong with it. Rows in which nothing is chosen are left out. */
export function searchOf(
  choices: readonly Choice[],
): { search: string } | { problem: string; at: number } {
  const fails = new Map<string, number>()
  for (const [at, { id, percent }] of choices.entries()) {
    if (id === '') continue
    const value = Number(percent)
    if (percent.trim() === '' || !(value > 0 && value <= 100))
      return { problem: 'A drop is more than 0 and at most 100 %.', at }
    if (fails.has(id)) return { problem: 'Each may fail once.', at }
    fails.set(id, Number((value / 100).toFixed(6)))
  }
  if (fails.size === 0) return { problem: 'Choose what fails.', at: 0 }
  return fails.size > MAX_FAILURES
    ? { problem: `At most ${MAX_FAILURES} fail at once.`, at: MAX_FAILURES }
    : { search: stressSearch({ fails }) }
}

/** What was asked and how much is known, as sentences. Every figure is a bound. */
export function sentencesOf({ fails, rows, more, resolvedProtocols, protocols }: StressResult) {
  const named = fails.map(({ name, drop }) => `${name} lost ${sharePercent(drop)} of its value`)
  const count = rows.length + more
  const who =
    count === 0
      ? 'no protocol that is resolved would lose anything'
      : `${counted(count, 'protocol')} may lose something; the table says how much at most`
  return [
    `If ${new Intl.ListFormat('en').format(named)}, ${who}.`,
    `These are bounds and no forecast. Of ${counted(protocols, 'protocol')} it is known of ${resolvedProtocols} what they hold of others; others may lose too.`,
  ]
}
