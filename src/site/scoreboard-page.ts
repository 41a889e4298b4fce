import type { Scoreboard, ScoreboardFigures } from '../contract/scoreboard.ts'
import { counted } from '../domain/format.ts'
import { day } from './figures.ts'

/** A rate for each hundred protocols and year with its interval, such as `2.1 [1.4, 3.0]`; a dash without any protocol-year. */
export function yearlyRate({ value, low, high }: ScoreboardFigures['levels'][number]['perYear']) {
  const percent = (rate: number | null) => ((rate ?? 0) * 100).toFixed(1)
  return value === null ? '–' : `${percent(value)} [${percent(low)}, ${percent(high)}]`
}

/** Which predictions are judged, as a sentence. */
export function predictionsSentence({ predictions, incidentsAsOf }: Scoreboard): string {
  const [first] = predictions
  const last = predictions.at(-1)
  if (!first || !last)
    return 'No snapshot is old enough: a loss is predicted by a snapshot from before it.'
  const snapshots = predictions.reduce((sum, row) => sum + row.snapshots, 0)
  const upTo = incidentsAsOf === null ? '' : `; losses are known up to ${day(incidentsAsOf)}`
  if (snapshots === 1) return `1 snapshot, of ${day(first.firstDay)}, is judged${upTo}.`
  return `${counted(snapshots, 'snapshot')} from ${day(first.firstDay)} to ${day(last.lastDay)} are judged${upTo}.`
}

/** Why the predictions of a store that is not live count for nothing; null for a live one. */
export function unregisteredSentence({ registered, snapshot }: Scoreboard): string | null {
  if (registered) return null
  const what = snapshot.origin === 'seed' ? 'the bundled sample' : 'recorded data'
  return `This site shows ${what}. Its scores were not published before the losses, so nothing here is a registered prediction.`
}
