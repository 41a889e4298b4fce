import { counted, points } from '../../domain/format.ts'
import { LEVEL_WORD, riskLevel } from '../../domain/risk-level.ts'
import { inactiveWord } from '../../domain/status.ts'
import { day } from '../../site/figures.ts'
import { dollars } from '../wallet/figures.ts'
import type { KeptProtocol, KeptWallet } from './kept.ts'

/** How the score changed since the snapshot that was looked at before. */
export function formatChange({ seen, before }: KeptProtocol): string {
  if (!seen) return '–'
  if (!before) return 'First look'
  const since = `since ${day(before.day)}`
  if (before.status && seen.status && seen.status !== before.status)
    return `${inactiveWord(before.status) ?? 'Active'} on ${day(before.day)}`
  // The score of what is not active is not shown.
  if (inactiveWord(seen.status)) return before.status ? `No change ${since}` : '–'
  if (before.score === null || seen.score === null) {
    if (before.score === seen.score) return `No change ${since}`
    return seen.score === null ? `No score any more ${since}` : `No score before, ${since}`
  }
  const tenths = Math.round(seen.score * 10) - Math.round(before.score * 10)
  if (tenths === 0) return `No change ${since}`
  const sign = tenths > 0 ? '+' : '\u2212'
  const level = riskLevel(before.score)
  const isOther = level !== riskLevel(seen.score)
  const moved = isOther ? `, was ${LEVEL_WORD[level]}` : ''
  return `${sign}${points(Math.abs(tenths) / 10)} ${since}${moved}`
}

/** What all wallets are worth together, which were scanned at different times. */
export function formatTogether(wallets: readonly KeptWallet[]): string {
  const known = wallets.filter(({ netWorthUsd }) => netWorthUsd !== null)
  if (known.length === 0) return ''
  const sum = known.reduce((total, { netWorthUsd }) => total + (netWorthUsd ?? 0), 0)
  const days = known.map(({ at }) => at.slice(0, 10)).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const when = first === last ? `on ${day(first)}` : `between ${day(first)} and ${day(last)}`
  const rest = wallets.length - known.length
  const unknown =
    rest === 0 ? '' : ` The net worth of ${counted(rest, 'wallet')} more is not known.`
  return `Together ${dollars(sum)} in ${counted(known.length, 'wallet')}, scanned ${when}.${unknown}`
}
