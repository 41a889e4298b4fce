import type { RiskLevel } from '../../domain/risk-level.ts'
import { points } from '../../site/figures.ts'
import { LEVEL_WORD, levelNumber } from '../../site/levels.ts'
import { element, mark } from './element.ts'

/** Mark, score and word of the level; without a score, `words`. */
export function drawScore(
  score: number | null,
  level: RiskLevel | null,
  words = 'Insufficient Data',
): HTMLElement {
  const reading = element('span', 'reading')
  reading.append(...scoreParts(score, level, words))
  if (score !== null && level !== null) reading.classList.add(`lv-${levelNumber(level)}`)
  return reading
}

export function scoreParts(
  score: number | null,
  level: RiskLevel | null,
  words: string,
): (Node | string)[] {
  if (score === null) return [mark('mark-insufficient'), element('span', '', words)]
  if (level === null) return [mark('mark-unknown'), element('b', '', points(score))]
  return [
    mark(`mark-${levelNumber(level)}`),
    element('b', '', points(score)),
    ' ',
    element('span', 'word', LEVEL_WORD[level]),
  ]
}
