import type { Scoreboard, ScoreboardEvent } from '../contract/scoreboard.ts'
import { addDays, type Day } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import { compareText } from '../domain/text-order.ts'
import { round, roundOrNull } from '../statistics/bootstrap.ts'
import type { Store } from '../store/open.ts'
import {
  findDailyTvl,
  type KnownProtocol,
  loadPredictedScores,
  type PredictedScore,
  type Prediction,
} from '../store/predictions.ts'
import { type EventComparison, fifthsOf, shareAbove } from './comparison.ts'
import type { JudgedEvent } from './figures.ts'
import { type DatedLoss, dateLosses, familyOf, findVictim } from './match-losses.ts'

/** A loss of this share of TVL is severe, as in the back-test. */
const SEVERE_SHARE = 0.1

/** The TVL that a loss is compared with is of this many days before: on the day itself it may show the loss already. */
const DAYS_BEFORE = 2

interface JudgeOptions {
  store: Store
  incidents: readonly Incident[]
  /** In ascending order. */
  predictions: readonly Prediction[]
  /** By incident id. */
  firstSeen: ReadonlyMap<string, Day>
  protocols: ReadonlyMap<number, KnownProtocol>
}

export interface Judgement extends Pick<Scoreboard, 'unscored'> {
  judged: JudgedEvent[]
  /** Ids of the incidents that match no protocol. */
  unmatched: string[]
}

/** Holds every incident against the score that was published before it. One snapshot is in memory at a time. */
export function judgeLosses(options: JudgeOptions): Judgement {
  const { store, incidents, predictions, firstSeen, protocols } = options
  const losses = dateLosses(incidents, predictions, firstSeen).sort(byDay)
  const judged: JudgedEvent[] = []
  const unscored: DatedLoss[] = []
  const unmatched: string[] = []
  for (const [prediction, own] of Map.groupBy(losses, (loss) => loss.prediction)) {
    const scores = loadPredictedScores(store, prediction.id)
    const fifths = fifthsOf(scores)
    for (const loss of own) {
      const victim = findVictim(loss.incident, scores, protocols)
      if (victim === null) unmatched.push(loss.incident.id)
      else if (victim === 'unscored') unscored.push(loss)
      else {
        const hit = hitFamilies(incidents, prediction.asOf, loss.incident.day, protocols)
        const comparison = compare(victim, fifths, hit, protocols)
        judged.push({ event: describe(loss, victim, comparison, options), comparison })
      }
    }
  }
  return {
    judged,
    unscored: unscored
      .sort(byDay)
      .map(({ incident: { id, name, day, lossUsd } }) => ({ incident: id, name, day, lossUsd })),
    unmatched,
  }
}

/** Families with a loss after the prediction and up to the day of the event: none of them is an unharmed protocol to compare with. */
function hitFamilies(
  incidents: readonly Incident[],
  after: Day,
  to: Day,
  protocols: ReadonlyMap<number, KnownProtocol>,
): Set<string> {
  const hit = incidents.filter(({ day }) => day > after && day <= to)
  return new Set(
    hit.flatMap(({ protocolId, parentId }) => [
      ...(protocolId === null ? [] : [familyOf(Number(protocolId), protocols)]),
      ...(parentId === null ? [] : [parentId]),
    ]),
  )
}

/** The unharmed protocols of the same fifth by TVL; null for a protocol without a known TVL. */
function compare(
  score: PredictedScore,
  fifths: ReadonlyMap<number, PredictedScore[]>,
  hit: ReadonlySet<string>,
  protocols: ReadonlyMap<number, KnownProtocol>,
): EventComparison | null {
  const fifth = [...fifths.values()].find((members) => members.includes(score))
  if (!fifth) return null
  const family = familyOf(score.id, protocols)
  const others = fifth.flatMap(({ id, composite }) => {
    const own = familyOf(id, protocols)
    return own === family || hit.has(own) ? [] : [{ composite, family: own }]
  })
  return { composite: score.composite, family, others }
}

function describe(
  { incident, knownOn, prediction }: DatedLoss,
  { id, composite, tvlUsd }: PredictedScore,
  comparison: EventComparison | null,
  { store, protocols }: JudgeOptions,
): ScoreboardEvent {
  const { day, lossUsd, returnedUsd } = incident
  const tvlDay = addDays(day, -DAYS_BEFORE)
  const daily = findDailyTvl(store, id, tvlDay)
  const tvl = daily ?? tvlUsd
  const share = shareOf(lossUsd, tvl)
  const above = comparison && shareAbove(comparison)
  const level = riskLevel(composite)
  return {
    incident: incident.id,
    protocol: protocols.get(id)?.slug ?? String(id),
    name: protocols.get(id)?.name ?? incident.name,
    day,
    knownOn,
    lossUsd,
    returnedUsd,
    tvlUsd: tvl,
    tvlOn: tvl === null ? null : daily === null ? prediction.asOf : tvlDay,
    lossShare: roundOrNull(share),
    severe: share !== null && share >= SEVERE_SHARE,
    snapshot: prediction.publicId,
    scoredOn: prediction.asOf,
    methodology: prediction.methodology,
    composite: roundScore(composite),
    level,
    above: roundOrNull(above),
    comparable: comparison?.others.length ?? 0,
    missed: [
      ...(above !== null && round(above) < 0.5 ? (['below-half'] as const) : []),
      ...(level === 'low' || level === 'very-low' ? (['low-level'] as const) : []),
    ],
  }
}

/** A loss as a share of TVL, at most 1; null when either is unknown. */
function shareOf(lossUsd: number | null, tvlUsd: number | null): number | null {
  if (lossUsd === null || tvlUsd === null) return null
  if (lossUsd === 0) return 0
  return tvlUsd > 0 ? Math.min(1, lossUsd / tvlUsd) : 1
}

export function compareEvents(a: ScoreboardEvent, b: ScoreboardEvent): number {
  return compareText(keyOf(a), keyOf(b))
}

function keyOf({ day, protocol, incident }: ScoreboardEvent): string {
  return `${day} ${protocol} ${incident}`
}

function byDay(a: DatedLoss, b: DatedLoss): number {
  return compareText(`${a.incident.day} ${a.incident.id}`, `${b.incident.day} ${b.incident.id}`)
}
