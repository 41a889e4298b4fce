import { points } from '../../domain/format.ts'
import type { RiskLevel } from '../../domain/risk-level.ts'
import { LEVEL_WORD, levelNumber } from '../../site/levels.ts'
import { element } from '../dom/element.ts'

/** Mark, score and word of the level; without a score, `words`. */
export function drawScore(
  score: number | null,
  level: RiskLevel | null,
  words = 'Insufficient Data',
): HTMLElement {
  const reading = element('span', readingClass(score, level))
  reading.append(...scoreParts(score, level, words))
  return reading
}

/** The classes that give a reading its mark. */
export function readingClass(score: number | null, level: RiskLevel | null): string {
  if (score === null) return 'reading'
  return level === null ? 'reading lv-unknown' : `reading lv-${levelNumber(level)}`
}

export function scoreParts(
  score: number | null,
  level: RiskLevel | null,
  words: string,
): (Node | string)[] {
  if (score === null) return [words]
  const figure = element('b', '', points(score))
  return level === null ? [figure] : [figure, ` ${LEVEL_WORD[level]}`]
}
