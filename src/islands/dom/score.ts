import { points } from '../../domain/format.ts'
import { LEVEL_WORD, riskLevel } from '../../domain/risk-level.ts'
import { levelNumber } from '../../site/levels.ts'
import { element } from './element.ts'

/** The mark, the score and the word of its level, as on every page; without a score, `words`. */
export function drawScore(score: number | null, words = 'Insufficient Data'): HTMLElement {
  const made = element('span', 'reading')
  showScore(made, score, words)
  return made
}

/** Shows the same in an element of the page that has the class `reading`. */
export function showScore(reading: HTMLElement, score: number | null, words: string): void {
  const others = [...reading.classList].filter((each) => !each.startsWith('lv-'))
  const level = score === null ? null : riskLevel(score)
  reading.className = [...others, ...(level === null ? [] : [`lv-${levelNumber(level)}`])].join(' ')
  if (score === null || level === null) reading.replaceChildren(words)
  else reading.replaceChildren(element('b', '', points(score)), ` ${LEVEL_WORD[level]}`)
}
