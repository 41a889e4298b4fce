import versions from '../../data/methodology.versions.json' with { type: 'json' }
import type { DimensionKey } from '../domain/dimension.ts'
import { signalName } from '../domain/signal-name.ts'
import { type Anchor, riskAt } from '../score/anchors.ts'
import {
  type Activity,
  METHODOLOGY,
  type Methodology,
  type Reach,
  type RiskSpread,
  SIGNAL_IDS,
  type SignalId,
  type SignalMethod,
} from '../score/methodology.ts'
import { yearlyLosses } from '../score/signals/kind-losses.ts'
import { SIGNALS } from '../score/signals.ts'
import { type Curve, curveOf } from './curve.ts'
import { sourceName } from './ledger.ts'
import { signalText } from './signal-texts.ts'
import type { WorkedExample } from './worked-examples.ts'

/** Everything that the page says of one signal. */
export interface SignalSection {
  id: SignalId
  name: string
  question: string
  dimension: DimensionKey
  weight: number
  unit: string
  sources: string[]
  how: string
  /** Path of the code in the repository. */
  file: string
  anchors: Anchor[]
  curve: Curve
  /** At least what it counts at when missing, and the most that it ever counts at. */
  missing: { least: number; most: number }
  spread: RiskSpread
  /** Points of a composite with all six dimensions that the signal brings: missing, and at the ends of its spread. */
  cost: { missing: number; low: number; high: number }
  reach: { what: string; value: number; risk: number }[]
  readings: { name: string; sentence: string; value: string; risk: number }[]
}

export interface ActivityRow extends Activity {
  /** Losses for 100 protocols and a year, as the score counts them. */
  yearly: number
  risk: number
  id: string
  categories: string[]
}

/** Every signal in the order in which it is shown, with its readings in the worked examples. */
export function signalSections(
  examples: readonly WorkedExample[],
  method: Methodology = METHODOLOGY,
): SignalSection[] {
  return SIGNAL_IDS.map((id) => {
    const signal = method.signals[id]
    const points = signal.weight * method.dimensionWeights[signal.dimension]
    const { sources, how } = signalText(id)
    const most = Math.max(...signal.anchors.map(({ risk }) => risk))
    const missing = { least: Math.min(signal.prior, most), most }
    return {
      id,
      name: signalName(id),
      question: SIGNALS.find((candidate) => candidate.id === id)?.question ?? '',
      dimension: signal.dimension,
      weight: signal.weight,
      unit: signal.unit,
      sources: sources.map(sourceName),
      how,
      file: `src/score/signals/${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
      anchors: signal.anchors,
      curve: curveOf(signal.anchors),
      missing,
      spread: { low: signal.spread.low, high: signal.spread.high },
      cost: {
        missing: points * missing.least,
        low: points * signal.spread.low,
        high: points * signal.spread.high,
      },
      reach: [signal.reach.better, signal.reach.worse].flatMap((end) => reachOf(end, signal)),
      readings: examples.flatMap((example) => readingsOf(example, id, signal.dimension)),
    }
  })
}

function reachOf(end: Reach | undefined, { anchors }: SignalMethod): SignalSection['reach'] {
  return end ? [{ ...end, risk: riskAt(anchors, end.value) }] : []
}

function readingsOf(
  { name, score }: WorkedExample,
  id: SignalId,
  dimension: DimensionKey,
): SignalSection['readings'] {
  return score.dimensions[dimension].signals.flatMap((signal) =>
    signal.id !== id || signal.value === null
      ? []
      : [
          {
            name,
            sentence: signal.sentence,
            value: String(Number(signal.value.toPrecision(4))),
            risk: signal.risk,
          },
        ],
  )
}

/** The table of activities, the most losses first, each with the categories that lead to it. */
export function activityRows(method: Methodology = METHODOLOGY): ActivityRow[] {
  const { activities, categories } = method
  return Object.entries(activities)
    .map(([id, activity]) => ({
      id,
      ...activity,
      yearly: yearlyLosses(activity, method),
      risk: riskAt(method.signals.kindLosses.anchors, yearlyLosses(activity, method)),
      categories: Object.entries(categories)
        .flatMap(([category, own]) => (own === id ? [category] : []))
        .sort(),
    }))
    .sort((a, b) => b.yearly - a.yearly || (a.label < b.label ? -1 : 1))
}

/** What a recent loss does to the two dimensions that it lifts, by how much of a full one it counts. */
export function recentLossRows({ floors }: Methodology = METHODOLOGY) {
  const { smartContract, counterparty } = floors.recentLoss
  return [0.25, 0.5, 0.75, 1].map((weight) => ({
    weight,
    smartContract: riskAt(smartContract, weight),
    counterparty: riskAt(counterparty, weight),
  }))
}

export interface VersionRow {
  name: string
  sha256: string
  /** Entries that the file did not hold yet; none for its last form. */
  without: readonly string[]
}

/** Every version of the methodology with the hash of its content, newest first. */
export function versionRows(): VersionRow[] {
  const listed: Record<string, { sha256: string; without?: string[] }[]> = versions
  const rows = Object.entries(listed).flatMap(([name, forms]) =>
    forms.map(({ sha256, without = [] }) => ({ name, sha256, without })),
  )
  return rows.reverse()
}
