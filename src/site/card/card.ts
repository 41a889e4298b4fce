import content from '../../content/words.json' with { type: 'json' }
import type { Day } from '../../domain/day.ts'
import { DIMENSION_TEXT, DIMENSIONS, type DimensionKey } from '../../domain/dimension.ts'
import { points } from '../../domain/format.ts'
import { LEVEL_WORD, riskLevel } from '../../domain/risk-level.ts'
import { xml } from '../../domain/xml.ts'
import type { BadgeFacts, BadgeState } from '../badge/badge.ts'
import { day } from '../figures.ts'
import { ASSUMED, levelNumber } from '../levels.ts'
import { shortName } from '../text-parts.ts'

/** What a card says: that of the badge, with the dimensions. */
export interface CardFacts extends BadgeFacts {
  /** Name of the protocol's page. */
  fileName: string
  /** Address of the site without a slash at the end; null when the build knows none. */
  site: string | null
  /** 0 to 10 each; null where there is no score. Null without a composite. */
  dimensions: Record<DimensionKey, number | null> | null
  /** Dimensions whose score is an assumption. */
  assumed: readonly DimensionKey[]
  /** The last day on which the score counts as current; null when no next snapshot is due. */
  currentUntil: Day | null
}

/** Address of the style of all cards. No slug has this file name. */
export const CARD_STYLE = '/embed/~style.css'

const DASH = '–'

/**
 * The page of a card, for an `<iframe>` on any site. It has no script, so it cannot learn that it is old: it says of which day it is,
 * and until when that is current.
 */
export function cardHtml(facts: CardFacts): string {
  const { name, fileName, site, dimensions, assumed, state, notice } = facts
  const page = `/protocol/${encodeURIComponent(fileName)}/`
  const short = shortName(name)
  const title = `${short}: Plimsoll risk score`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">',
    `<title>${xml(title)}</title>`,
    site === null ? '' : `<link rel="canonical" href="${xml(site + page)}">`,
    `<link rel="stylesheet" href="${CARD_STYLE}"></head><body><main${classOf(state)}>`,
    `<h1><a href="${xml(page)}" target="_blank" rel="noopener"><bdi>${xml(short)}</bdi></a></h1>`,
    verdict(state),
    dimensions !== null ? bars(dimensions, assumed) : 'level' in state ? '' : reason(state),
    `<p class="date">${xml(formatDate(facts))}${notice === null ? '' : ` <b>${xml(notice)}</b>`}</p>`,
    `<p class="by"><a href="${xml(page)}" target="_blank" rel="noopener">Plimsoll: every input<span>, in a new window</span></a></p>`,
    '</main></body></html>\n',
  ].join('')
}

function classOf(state: BadgeState): string {
  return 'level' in state && state.kind === 'scored' ? ` class="lv${levelNumber(state.level)}"` : ''
}

function verdict(state: BadgeState): string {
  if ('score' in state) {
    const word = state.kind === 'stale' ? 'Stale: not current' : `${LEVEL_WORD[state.level]} risk`
    return `<p class="score"><b>${points(state.score)}</b> of 10 <em>${word}</em></p>`
  }
  const word = 'word' in state ? state.word : content.withoutScore[state.kind].card
  return `<p class="score none"><em>${word}</em></p>`
}

function reason({ kind }: Exclude<BadgeState, { level: unknown }>): string {
  const gone = 'It is not in use any more, or soon will not be. Its page says why.'
  return `<p class="why">${kind === 'inactive' ? gone : content.withoutScore[kind].why}</p>`
}

function bars(
  dimensions: Record<DimensionKey, number | null>,
  assumed: readonly DimensionKey[],
): string {
  const rows = DIMENSIONS.map((key) => {
    const score = dimensions[key]
    if (score !== null && assumed.includes(key)) {
      return `<li class="none">${DIMENSION_TEXT[key].label} <b>? ${points(score)}<span> ${ASSUMED}</span></b><svg aria-hidden="true"></svg></li>`
    }
    const words = score === null ? `${DASH}<span> no score</span>` : points(score)
    const level = score === null ? '' : ` class="lv${levelNumber(riskLevel(score))}"`
    const bar = score === null ? '' : `<rect width="${Math.round(score * 10)}%" height="4"/>`
    return `<li${level}>${DIMENSION_TEXT[key].label} <b>${words}</b><svg aria-hidden="true">${bar}</svg></li>`
  })
  return `<ul>${rows.join('')}</ul>`
}

function formatDate({ state, currentUntil }: CardFacts): string {
  const date = day(state.day)
  if (state.kind === 'retired' || state.kind === 'inactive') return `Since ${date}.`
  if (state.kind === 'stale') return `Last reading ${date}.`
  // Whether a missing score is old is not decided at the build, so it is never called current.
  return currentUntil === null || state.kind !== 'scored'
    ? `As of ${date}.`
    : `As of ${date}, current until ${day(currentUntil)}.`
}
