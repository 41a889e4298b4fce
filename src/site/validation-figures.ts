import type { BacktestReport, EarlierReport, FigureId, Result } from '../backtest/report.ts'
import { type Estimate, interval, primaryOf } from './validation-page.ts'

/** How a figure is written and drawn. */
interface FigureKind {
  label: string
  /** A share is written in percent, other figures with two decimals. */
  isShare: boolean
  /** Ends of the axis, and where its middle line is. */
  axis: { from: number; to: number; centre: number }
  /** Which way it is better, as its pass mark has it. */
  better: 'higher' | 'lower' | 'nearer to 0'
}

const AUC_AXIS = { from: 0, to: 1, centre: 0.5 }
const SHARE_AXIS = { from: 0, to: 1, centre: 0 }
/** Differences lie well within it. */
const DIFFERENCE_AXIS = { from: -0.4, to: 0.4, centre: 0 }

const FIGURE: Record<FigureId, FigureKind> = {
  any: auc('Any exploit, size-matched AUC'),
  severe: auc('Severe loss, size-matched AUC'),
  within: auc('Any exploit, AUC within activities'),
  withinSevere: auc('Severe loss, AUC within activities'),
  withinHalves: auc('Any exploit, AUC within activities and halves by TVL'),
  activityShare: share('R² of the scores on the activity, within cohorts', 'lower'),
  activityShareOverall: share(
    'R² of the scores on the activity, over all cohorts at once',
    'lower',
  ),
  topFifthLoss: share('Expected fractional loss in the riskiest fifth', 'higher'),
  tvlCorrelation: {
    label: 'Rank correlation with TVL',
    isShare: false,
    axis: { from: -1, to: 1, centre: 0 },
    better: 'nearer to 0',
  },
}

const FIGURE_IDS = Object.keys(FIGURE) as FigureId[]

function auc(label: string): FigureKind {
  return { label, isShare: false, axis: AUC_AXIS, better: 'higher' }
}

function share(label: string, better: FigureKind['better']): FigureKind {
  return { label, isShare: true, axis: SHARE_AXIS, better }
}

export interface Drawn {
  text: string
  estimate: Estimate
  axis: FigureKind['axis']
}

/** Every figure of the score: on the development cohorts pooled, and on the registered one. */
export function figureRows(development: BacktestReport, registered: BacktestReport) {
  const [ours, theirs] = [development, registered].map((report) => primaryOf(report).pooled.figures)
  return FIGURE_IDS.map((id) => ({
    label: FIGURE[id].label,
    development: drawn(id, ours?.[id]),
    registered: drawn(id, theirs?.[id]),
  }))
}

const NONE: Estimate = { value: null, low: null, high: null }

function drawn(id: FigureId, estimate = NONE): Drawn {
  const { isShare, axis } = FIGURE[id]
  return { estimate, axis, text: isShare ? percents(estimate) : interval(estimate) }
}

export function differenceRows({ rankings }: Result) {
  return rankings.flatMap(({ label, ahead }) =>
    ahead === null
      ? []
      : [{ label, any: drawnDifference(ahead.any), severe: drawnDifference(ahead.severe) }],
  )
}

function drawnDifference(estimate: Estimate): Drawn {
  return { estimate, axis: DIFFERENCE_AXIS, text: signedInterval(estimate) }
}

/** How many baselines the score is ahead of beyond chance, and the others with the difference. */
export function aheadOf(result: Result, label: 'any' | 'severe'): { of: string; others: string[] } {
  const rows = differenceRows(result)
  const others = rows.filter((row) => !isAbove(row[label].estimate))
  return {
    of: `${rows.length - others.length} of ${rows.length}`,
    others: others.map((row) => `${row.label} ${row[label].text}`),
  }
}

/** True when the whole interval is above 0. */
export function isAbove({ low }: Estimate): boolean {
  return low !== null && low > 0
}

/** The figures of an earlier methodology, of this one, and their differences, or null when the report has none or was made with the same one. */
export function earlierOf(report: BacktestReport) {
  const { earlier } = primaryOf(report)
  if (!earlier || !report.against || report.against.sha256 === report.methodology.sha256)
    return null
  return {
    version: report.against.version,
    earlier,
    rows: FIGURE_IDS.map((id) => ({
      label: FIGURE[id].label,
      before: drawn(id, earlier.before[id]).text,
      now: drawn(id, earlier.now[id]).text,
      difference: drawnDifference(earlier.differences[id]),
      verdict: verdictOf(id, earlier),
    })),
  }
}

/** Whether a figure became better or worse beyond chance, by the way that is better for it. */
function verdictOf(id: FigureId, { before, now, differences }: EarlierReport) {
  const { low, high } = differences[id]
  if (low === null || high === null || (low <= 0 && high >= 0)) return 'not beyond chance'
  const { better } = FIGURE[id]
  const isBetter =
    better === 'nearer to 0'
      ? Math.abs(now[id].value ?? 0) < Math.abs(before[id].value ?? 0)
      : low > 0 === (better === 'higher')
  return isBetter ? 'better' : 'worse'
}

/** `+0.065 [−0.044, +0.179]`, or a dash: three decimals, because a paired difference may be small and certain. */
export function signedInterval({ value, low, high }: Estimate): string {
  if (value === null || low === null || high === null) return '–'
  return `${signed(value)} [${signed(low)}, ${signed(high)}]`
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(3)
  return text === '0.000' ? text : `${value < 0 ? '\u2212' : '+'}${text}`
}

/** `48 % [36, 64]`, or a dash. */
export function percents({ value, low, high }: Estimate): string {
  if (value === null || low === null || high === null) return '–'
  const [figure, ...ends] = [value, low, high].map((share) => (share * 100).toFixed(0))
  return `${figure}\u00a0% [${ends.join(', ')}]`
}
