import type { Bar, Ranking, Result } from './report.ts'

/** The pass marks, fixed before the held-out run (decision note 6). */
const PASS_ANY = 0.62
const FAIL_ANY = 0.56
const PASS_SEVERE = 0.58
const CHANCE = 0.5
const MIN_EVENTS = 45
const MIN_SEVERE = 30
const TOP_FIFTH = 0.35
const MAX_CORRELATION = 0.2

interface NamedResult {
  day: string
  result: Result
}

/** The pass marks, applied to the universe of at least $100k TVL. Too few events are inconclusive, whatever the figure. */
export function judge(pooled: Result, byCohort: readonly NamedResult[]): Bar[] {
  const score = pooled.rankings.find(({ id }) => id === 'score')
  if (!score) return []
  return [
    barAny(score, pooled.events),
    barSevere(score, pooled.severe),
    barBaselines(byCohort),
    barTopFifth(score, pooled.events),
    barCorrelation(score),
  ]
}

function barAny(score: Ranking, events: number): Bar {
  const { value, low } = score.matched.any
  const figure = `${text(value)}, lower bound ${text(low)}, ${events} events`
  const verdict =
    value === null || low === null || events < MIN_EVENTS
      ? 'inconclusive'
      : value >= PASS_ANY && low > CHANCE
        ? 'pass'
        : value < FAIL_ANY
          ? 'fail'
          : 'inconclusive'
  const why =
    events < MIN_EVENTS
      ? `fewer than ${MIN_EVENTS} events`
      : verdict === 'inconclusive'
        ? `neither reaches ${PASS_ANY} with a lower bound above ${CHANCE} nor falls below ${FAIL_ANY}`
        : null
  return {
    id: 'any',
    what: `size-matched AUC, any exploit, at least ${PASS_ANY} with a lower bound above ${CHANCE}`,
    verdict,
    reason: why === null ? figure : `${figure}: ${why}`,
  }
}

function barSevere(score: Ranking, events: number): Bar {
  const { value } = score.matched.severe
  const few = events < MIN_SEVERE
  const verdict = value === null || few ? 'inconclusive' : value >= PASS_SEVERE ? 'pass' : 'fail'
  return {
    id: 'severe',
    what: `size-matched AUC, severe loss, at least ${PASS_SEVERE}`,
    verdict,
    reason: `${text(value)}, ${events} severe events${few ? `: fewer than ${MIN_SEVERE}` : ''}`,
  }
}

function barBaselines(byCohort: readonly NamedResult[]): Bar {
  const compared = byCohort.flatMap(({ day, result }) => {
    const score = result.rankings.find(({ id }) => id === 'score')?.matched.any.value ?? null
    if (score === null) return []
    return result.rankings.flatMap(({ id, matched: { any } }) =>
      id === 'score' || any.value === null
        ? []
        : [{ day, id, ahead: any.value >= score, value: any.value, score }],
    )
  })
  const lost = compared.filter(({ ahead }) => ahead)
  const events = byCohort.reduce((sum, { result }) => sum + result.events, 0)
  const list = lost
    .map(({ day, id, value, score }) => `${id} ${text(value)} against ${text(score)} on ${day}`)
    .join('; ')
  return {
    id: 'baselines',
    what: 'size-matched AUC, any exploit, better than every baseline in every cohort',
    verdict:
      compared.length === 0 || events < MIN_EVENTS
        ? 'inconclusive'
        : lost.length === 0
          ? 'pass'
          : 'fail',
    reason:
      lost.length === 0
        ? `ahead in ${compared.length} of ${compared.length} comparisons`
        : `ahead in ${compared.length - lost.length} of ${compared.length} comparisons; not of ${list}`,
  }
}

function barTopFifth({ topFifthLoss }: Ranking, events: number): Bar {
  const few = events < MIN_EVENTS
  return {
    id: 'top-fifth',
    what: `the riskiest fifth holds at least ${TOP_FIFTH * 100} % of the expected fractional loss`,
    verdict:
      topFifthLoss === null || few ? 'inconclusive' : topFifthLoss >= TOP_FIFTH ? 'pass' : 'fail',
    reason: `${topFifthLoss === null ? 'no loss' : `${(topFifthLoss * 100).toFixed(1)} %`}${few ? `: fewer than ${MIN_EVENTS} events` : ''}`,
  }
}

function barCorrelation({ tvlCorrelation }: Ranking): Bar {
  return {
    id: 'size',
    what: `rank correlation with TVL within ±${MAX_CORRELATION}`,
    verdict:
      tvlCorrelation === null
        ? 'inconclusive'
        : Math.abs(tvlCorrelation) <= MAX_CORRELATION
          ? 'pass'
          : 'fail',
    reason: text(tvlCorrelation),
  }
}

function text(value: number | null): string {
  return value === null ? 'none' : value.toFixed(3)
}
