import type { Health, Stats, UsageReport } from '../../client/index.ts'
import { count, counted } from '../../domain/format.ts'
import { action } from '../action.ts'
import { dayOf, share, signed, UNKNOWN, usd } from '../text/figures.ts'
import { pairs } from '../text/pairs.ts'

/** An answer that no snapshot is behind. */
const NOW = 'now'

const DAY_SECONDS = 86_400

export const statsAction = action<Stats>({
  ask: async (client) => ({ data: await client.stats() }),
  render: ({ data }, view) => {
    const { globalRiskIndex, globalRiskDelta7d, globalRiskDelta7dSince, incidentsAsOf } = data
    const change =
      globalRiskDelta7d === null || globalRiskDelta7dSince === null
        ? 'change not known'
        : `${signed(globalRiskDelta7d, 2)} since ${globalRiskDelta7dSince}`
    const index =
      globalRiskIndex === null
        ? UNKNOWN
        : `${globalRiskIndex.toFixed(2)} of 10, lower is safer; ${change}`
    const exploits =
      incidentsAsOf === null
        ? `${UNKNOWN} no list of incidents was read`
        : `${counted(data.recentExploitsCount, 'exploit')} in the 7 days to ${incidentsAsOf}`
    const older = data.olderTvlUsd ? `, of it ${usd(data.olderTvlUsd)} older than a year` : ''
    return pairs(
      [
        ['Protocols', count(data.protocolCount)],
        ['Chains', count(data.chainCount)],
        ['Mean risk', index],
        ['TVL', `${usd(data.totalTvlUsd)}${older}`],
        ['Incidents', exploits],
      ],
      view,
    )
  },
  asOf: ({ data }) => data.updatedAt,
})

export const healthAction = action<Health>({
  ask: async (client) => ({ data: await client.health() }),
  render: ({ data: { status, version, snapshot } }, view) =>
    pairs(
      [
        [
          'Status',
          status === 'ok' ? 'ok' : `${status}: the snapshot should have been replaced by now`,
        ],
        ['Snapshot', `${snapshot.id}, ${age(snapshot.ageSeconds)} old`],
        ['Protocols', count(snapshot.protocolCount)],
        ['Version', version],
      ],
      view,
    ),
  asOf: ({ data }) => data.snapshot.asOf,
  exitCode: ({ data }) => (data.status === 'ok' ? 0 : 1),
})

export const usageAction = action<UsageReport>({
  ask: async (client) => ({ data: await client.usage() }),
  render: ({ data }, view) => {
    const { key_id, plan, period_start, period_end, total_requests, quota, breakdown } = data
    const used = `${count(total_requests)} of ${count(quota)} requests (${share(data.quota_utilization_pct / 100)})`
    return pairs(
      [
        ['Key', `${key_id}, plan ${plan}`],
        ['Period', `${dayOf(period_start)} to ${dayOf(period_end)}`],
        ['Used', used],
        ...Object.entries(breakdown).map(([group, number]): [string, string] => [
          `  ${group}`,
          count(number),
        ]),
      ],
      view,
    )
  },
  asOf: () => NOW,
})

/** An age in hours, or in days from the second on. */
export function age(seconds: number): string {
  if (seconds < 2 * DAY_SECONDS) return counted(Math.floor(seconds / 3_600), 'hour')
  return counted(Math.floor(seconds / DAY_SECONDS), 'day')
}
