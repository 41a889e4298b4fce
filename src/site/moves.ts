import type { Changes, Move, StepList } from '../contract/changes.ts'
import { DIMENSION_TEXT } from '../domain/dimension.ts'
import { count, counted, points } from '../domain/format.ts'
import { formatMoved } from '../domain/moved.ts'
import { LEVEL_WORD } from '../domain/risk-level.ts'
import { signalName } from '../domain/signal-name.ts'
import { day } from './figures.ts'

type SignalMove = NonNullable<Move['signals']>[number]
type MethodChange = Changes['methodChanges'][number]

/** Reasons that a page gives for a move. */
const SHOWN_REASONS = 2

/** A signal that explains less than this share of a move is not a reason for it. */
const LEAST_SHARE = 0.15

/** A part that is 0.00 in two decimals is no reason. */
const LEAST_SHOWN = 0.005

/** Scores are published to one decimal. */
const HALF_STEP = 0.05

/** `0.4 riskier` or `0.2 safer`. */
export function formatMove(delta: number): string {
  return `${Math.abs(delta).toFixed(1)} ${delta > 0 ? 'riskier' : 'safer'}`
}

/**
 * One line about a move, such as `Harbour: 4.4 to 4.6, riskier, now elevated`. A level that the scores differ in and that is not
 * announced yet is left out.
 */
export function moveTitle({
  name,
  from,
  to,
  levelChanged,
}: Pick<Move, 'name' | 'from' | 'to' | 'levelChanged'>): string {
  const word = LEVEL_WORD[to.riskLevel].toLowerCase()
  const level = levelChanged ? `, now ${word}` : from.riskLevel === to.riskLevel ? `, ${word}` : ''
  if (from.composite === to.composite) return `${name}: ${points(to.composite)}${level}`
  const direction = to.composite > from.composite ? 'riskier' : 'safer'
  return `${name}: ${points(from.composite)} to ${points(to.composite)}, ${direction}${level}`
}

/** One of the reasons for a move. */
export interface Reason {
  /** Name of the signal and its part of the move, such as `Audits, 0.09 safer`. */
  head: string
  /** What it says now. */
  text: string
}

/** The signals that explain most of a move, largest first; empty when none is known. */
export function reasonsOf(move: Move): Reason[] {
  const signals = move.signals ?? []
  const reasons = signals
    .filter(
      (signal, index) =>
        index === 0 || Math.abs(signal.exactDelta) >= Math.abs(move.exactDelta) * LEAST_SHARE,
    )
    .filter(({ exactDelta }) => Math.abs(exactDelta) >= LEAST_SHOWN)
    .slice(0, SHOWN_REASONS)
    .map((signal) => ({ head: formatMoved(signal), text: textOf(signal, signals) }))
  return isRoundingStep(move) ? [roundingReason(move), ...reasons] : reasons
}

/** Whether the exact score moved by less than half of what is published, so that it changed only because it crossed a rounding limit. */
export function isRoundingStep({ exactDelta }: Pick<Move, 'exactDelta'>): boolean {
  return Math.abs(exactDelta) < HALF_STEP
}

function roundingReason({ exactDelta }: Pick<Move, 'exactDelta'>): Reason {
  const size = Math.abs(exactDelta)
  const words = size < 0.001 ? 'less than 0.001' : size.toFixed(3)
  return {
    head: 'Rounding',
    text: `The exact score moved by ${words} only, across a rounding limit.`,
  }
}

/** The reasons as plain text; a sentence that says so when none is known. */
export function reasonText(move: Move): string {
  const reasons = reasonsOf(move).map(({ head, text }) => `${head}: ${text}`)
  return [...reasons, ...redistributedSentence(move)].join(' ') || NO_REASON
}

/** Said of a move whose parts are not known, or are each too small. */
export const NO_REASON = 'Several small changes; the parts of the earlier score were not kept.'

/** Moves that only crossed a rounding limit, in one line, such as `Harbour: 4.5 to 4.6, riskier, elevated. …`. */
export function foldedText(moves: readonly Parameters<typeof moveTitle>[0][]): string {
  return `The exact scores moved by less than ${HALF_STEP}. ${moves.map((move) => `${moveTitle(move)}.`).join(' ')}`
}

/**
 * Why each move of the steps was announced, by id and day as in `tern-lend 2026-11-20`. `newest` is the comparison with the snapshot before:
 * its reasons are in full, and are used where the move began there. A move whose parts were not kept has no entry.
 */
export function stepReasons(
  steps: StepList,
  { from, comparedFrom, to, moves }: Changes,
): ReadonlyMap<string, string> {
  const full = new Map(moves.map((move) => [move.id, move]))
  const start = (comparedFrom ?? from).day
  return new Map(
    steps.flatMap((step) =>
      step.moves.flatMap((move) => {
        const own = step.to.id === to.id && move.since === start ? full.get(move.id) : undefined
        const text = own && reasonsOf(own).length > 0 ? reasonText(own) : causeText(move)
        return text === null ? [] : [[`${move.id} ${step.to.day}`, text] as const]
      }),
    ),
  )
}

/** What moved a score in a step, such as `Audits, 0.09 safer.`; null when it is not known. */
function causeText(move: StepList[number]['moves'][number]): string | null {
  const { cause, since } = move
  if (isRoundingStep(move)) return roundingReason(move).text
  if (cause === null) return null
  const heads = cause.signals.map(formatMoved).join('; ')
  return cause.since === since ? `${heads}.` : `From ${day(cause.since)} on: ${heads}.`
}

/** The sentence about dimensions that came or went; empty when the same ones are scored. */
export function redistributedSentence({ redistributed }: Move): string[] {
  if (redistributed.length === 0) return []
  const names = redistributed.map((key) => DIMENSION_TEXT[key].label.toLowerCase())
  return [
    `Scored on one of the two days only: ${names.join(', ')}; this moves the weights of all others.`,
  ]
}

function textOf(signal: SignalMove, all: readonly SignalMove[]): string {
  const { reason, basis, basisBefore, kind } = signal
  if (reason === null)
    return kind === 'floor' ? floorGoneText(signal, all) : 'It no longer applies.'
  if (basis === 'missing' && basisBefore === 'measured') return `No longer known. ${reason}`
  if (basis === 'measured' && basisBefore === 'missing') return `Newly known. ${reason}`
  return reason
}

/** A floor acts on one dimension; a higher one on the same dimension takes its place. */
function floorGoneText({ dimension }: SignalMove, all: readonly SignalMove[]): string {
  const label = DIMENSION_TEXT[dimension].label.toLowerCase()
  const next = all.find(
    (other) => other.kind === 'floor' && other.dimension === dimension && other.reason !== null,
  )
  return next
    ? `The higher floor “${signalName(next.signal)}” replaces it for ${label}.`
    : `The floor no longer acts on ${label}.`
}

/** How many protocols moved and how, in one sentence. */
export function countsSentence({ counts, comparedFrom, to }: Changes): string {
  if (!comparedFrom) {
    return `No earlier snapshot by methodology ${to.methodology} is among those that are compared, so no move up to ${day(to.day)} can be shown.`
  }
  const { moved, riskier, safer, levelChanges, notAnnounced, unchanged } = counts
  const span = `Between ${day(comparedFrom.day)} and ${day(to.day)}`
  const small =
    notAnnounced === 0
      ? ''
      : ` ${counted(notAnnounced, 'score')} changed too little to be announced.`
  if (moved === 0) return `${span} no score moved.${small}`
  return `${span} ${counted(moved, 'score')} changed: ${count(riskier)} riskier, ${count(safer)} safer, ${counted(levelChanges, 'level')} changed. ${count(unchanged)} stayed the same.${small}`
}

/** What a change of method did, in a sentence. */
export function methodChangeSentence({
  before,
  after,
  rescored,
  levelChanges,
  meanDelta,
}: MethodChange): string {
  const mean =
    meanDelta === null || meanDelta === 0
      ? 'the mean score did not change'
      : `the mean score is ${Math.abs(meanDelta).toFixed(2)} ${meanDelta > 0 ? 'higher' : 'lower'}`
  return `From the snapshot of ${day(after.day)} on, scores are by methodology ${after.methodology}; that of ${day(before.day)} was by ${before.methodology}. Of ${counted(rescored, 'protocol')} scored in both, ${count(levelChanges)} changed level, and ${mean}. What the method and what new facts changed in this step cannot be distinguished.`
}
