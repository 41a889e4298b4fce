import type { BootstrapEstimate } from '../statistics/bootstrap.ts'
import type { FigureId, ReportBar, Result } from './report.ts'

/** The pass marks, registered in decision note 17. */
const ANY = 0.66
const SEVERE = 0.67
const WITHIN = 0.62
const CHANCE = 0.5
const TOP_FIFTH = 0.45
const MAX_ACTIVITY_SHARE = 0.7
const MAX_CORRELATION = 0.2
const MIN_EVENTS = 45
const MIN_SEVERE = 30

type Verdict = ReportBar['verdict']

/**
 * The pass marks, applied to the pooled figures of the first universe. With fewer events than a mark requires it is
 * inconclusive, whatever the figure.
 */
export function judge(pooled: Result): ReportBar[] {
  const { figures, events, severe } = pooled
  const few = events < MIN_EVENTS ? `fewer than ${MIN_EVENTS} events` : null
  const fewSevere = severe < MIN_SEVERE ? `fewer than ${MIN_SEVERE} severe events` : null
  return [
    barAuc('any', 'size-matched AUC, any exploit', ANY, figures.any, events, few),
    barAuc('severe', 'size-matched AUC, severe loss', SEVERE, figures.severe, severe, fewSevere),
    barAuc('within', 'AUC within activities, any exploit', WITHIN, figures.within, events, few),
    barBaselines('any', pooled, few),
    barBaselines('severe', pooled, fewSevere),
    barTopFifth(figures.topFifthLoss, few),
    barActivityShare(figures),
    barCorrelation(figures.tvlCorrelation),
  ]
}

function barAuc(
  id: string,
  name: string,
  mark: number,
  estimate: BootstrapEstimate,
  events: number,
  few: string | null,
): ReportBar {
  const { value, low } = estimate
  return {
    id,
    what: `${name}: at least ${mark}, with a lower bound above ${CHANCE}`,
    verdict: verdictOf(value, few, (given) => given >= mark && (low ?? 0) > CHANCE),
    reason: withDoubt(`${text(estimate)}, ${events} events`, few),
  }
}

/** Ahead of each baseline beyond chance passes; behind one of them beyond chance fails. */
function barBaselines(
  label: 'any' | 'severe',
  { rankings }: Result,
  few: string | null,
): ReportBar {
  const compared = rankings.flatMap(({ label: name, ahead }) => {
    const { value = null, low = null, high = null } = ahead?.[label] ?? {}
    return value === null || low === null || high === null ? [] : [{ name, value, low, high }]
  })
  const open = compared.filter(({ low }) => low <= 0)
  const verdict: Verdict =
    few !== null || compared.length === 0
      ? 'inconclusive'
      : compared.some(({ high }) => high < 0)
        ? 'fail'
        : open.length === 0
          ? 'pass'
          : 'inconclusive'
  const list = open.map(({ name, ...ahead }) => `${name} ${text(ahead)}`).join('; ')
  const figure = `ahead of ${compared.length - open.length} of ${compared.length} beyond chance${list && `; not of ${list}`}`
  return {
    id: `baselines-${label}`,
    what: `ahead of every baseline, ${label === 'any' ? 'any exploit' : 'severe loss'}: each paired 95 % interval above 0`,
    verdict,
    reason: withDoubt(figure, few),
  }
}

function barTopFifth(estimate: BootstrapEstimate, few: string | null): ReportBar {
  return {
    id: 'top-fifth',
    what: `the riskiest fifth holds at least ${TOP_FIFTH * 100} % of the expected fractional loss`,
    verdict: verdictOf(estimate.value, few, (given) => given >= TOP_FIFTH),
    reason: withDoubt(percents(estimate), few),
  }
}

/** A property of the scores: it needs no events. */
function barActivityShare(figures: Record<FigureId, BootstrapEstimate>): ReportBar {
  const { activityShare, activityShareOverall } = figures
  return {
    id: 'activity',
    what: `R² of the scores on the activity, within cohorts: at most ${MAX_ACTIVITY_SHARE}`,
    verdict: verdictOf(activityShare.value, null, (given) => given <= MAX_ACTIVITY_SHARE),
    reason: `${text(activityShare)}; over all cohorts at once ${text(activityShareOverall)}`,
  }
}

function barCorrelation(estimate: BootstrapEstimate): ReportBar {
  return {
    id: 'size',
    what: `rank correlation with TVL within ±${MAX_CORRELATION}`,
    verdict: verdictOf(estimate.value, null, (given) => Math.abs(given) <= MAX_CORRELATION),
    reason: text(estimate),
  }
}

function verdictOf(
  value: number | null,
  few: string | null,
  passes: (value: number) => boolean,
): Verdict {
  if (value === null || few !== null) return 'inconclusive'
  return passes(value) ? 'pass' : 'fail'
}

function withDoubt(figure: string, few: string | null): string {
  return few === null ? figure : `${figure}: ${few}`
}

function text({ value, low, high }: BootstrapEstimate): string {
  return value === null ? 'none' : `${three(value)} [${three(low)}, ${three(high)}]`
}

function three(value: number | null): string {
  return value === null ? '–' : value.toFixed(3)
}

function percents({ value, low, high }: BootstrapEstimate): string {
  const percent = (share: number | null) => (share === null ? '–' : (share * 100).toFixed(1))
  return value === null ? 'no loss' : `${percent(value)} % [${percent(low)}, ${percent(high)}]`
}
