import { signalName } from '../domain/signal-name.ts'
import { activityByCategory } from '../score/category.ts'
import { METHODOLOGY, type SignalId } from '../score/methodology.ts'
import type { Ledger, LedgerDimension } from './ledger.ts'

/** What adds most to a score, over what is usual. */
export interface LargestReason {
  /** Name of the signal or of the floor. */
  name: string
  dimension: string
  /** Its reading, or the reason of the floor, in a sentence. */
  text: string
  /** Points of the composite that it adds. */
  adds: number
  /** Points more than the middle of its kind would add; null when that is not published. */
  over: number | null
  basis: 'measured' | 'floor'
  /** Day of the reading; null where it is not known, and of a floor, whose reason has its own. */
  asOf: string | null
}

const ACTIVITIES = activityByCategory(METHODOLOGY)

/** What adds less cannot change a score as it is shown, and what is less over the usual rounds to nothing: neither is a reason. */
const LEAST_ADDS = 0.05
const LEAST_OVER = 0.005

/**
 * The signal or floor that adds most to a composite over what is usual; null without a composite, and where none does. Usual is the
 * middle between the 10th and the 90th percentile of the kind, as the methodology publishes them. What is missing, what is of the
 * kind and what is statistical are no reasons: a reader could not check them on the protocol.
 */
export function largestReason(ledger: Ledger, category: string | null): LargestReason | null {
  if (ledger.total === null) return null
  const activity = ACTIVITIES.get(category?.toLowerCase() ?? '') ?? ''
  const reasons = ledger.dimensions
    .filter(({ contribution }) => contribution !== null)
    .flatMap((dimension) => [...signalsOf(dimension, activity), ...floorOf(dimension)])
    .filter(({ adds, over }) => adds >= LEAST_ADDS && (over === null || over >= LEAST_OVER))
  return reasons.sort((a, b) => weightOf(b) - weightOf(a) || b.adds - a.adds)[0] ?? null
}

/** A reason without a published middle comes after all that have one. */
function weightOf({ over }: LargestReason): number {
  return over ?? -10
}

function signalsOf(dimension: LedgerDimension, activity: string): LargestReason[] {
  return dimension.signals.flatMap(({ id, basis, risk, weight, contribution, reason, asOf }) => {
    if (basis !== 'measured' || (isSignal(id) && METHODOLOGY.signals[id].statistical)) return []
    const usual = usualRisk(id, activity)
    return [
      {
        name: signalName(id),
        dimension: dimension.label,
        text: shortReason({ id, reason }),
        adds: contribution,
        over: usual === null ? null : (risk - usual) * weight * dimension.weight,
        basis,
        asOf,
      },
    ]
  })
}

/** All of what a floor adds is unusual: most protocols have none. */
function floorOf({ floor, label }: LedgerDimension): LargestReason[] {
  if (!floor) return []
  const { id, reason: text, contribution: adds } = floor
  const name = signalName(id)
  return [{ name, dimension: label, text, adds, over: adds, basis: 'floor', asOf: null }]
}

function usualRisk(id: string, activity: string): number | null {
  if (!isSignal(id)) return null
  const { spread } = METHODOLOGY.signals[id]
  const { low, high } = spread.byActivity[activity] ?? spread
  return (low + high) / 2
}

function isSignal(id: string): id is SignalId {
  return Object.hasOwn(METHODOLOGY.signals, id)
}

/** Of a reading its first sentence; of losses all, because each counts others, and the first alone would contradict their list. */
function shortReason({ id, reason }: Pick<SignalEntry, 'id' | 'reason'>): string {
  return id === 'incidents' ? reason : firstSentence(reason)
}

/** The first sentence of a text: up to a full stop before a capital letter. */
export function firstSentence(text: string): string {
  return text.split(/(?<=\.) (?=\p{Lu})/u)[0] ?? text
}

type SignalEntry = LedgerDimension['signals'][number]

/** The signal of a dimension that adds most to the composite, with its reading in short; null without signals. */
export function heaviestInput({
  signals,
}: Pick<LedgerDimension, 'signals'>): (SignalEntry & { text: string }) | null {
  const [first] = signals.toSorted((a, b) => b.contribution - a.contribution)
  return first ? { ...first, text: shortReason(first) } : null
}
