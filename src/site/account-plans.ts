import type { Limits } from '../contract/plans.ts'
import { count } from '../domain/format.ts'
import { type PlanRow, planRows } from './plan-rows.ts'

/** What each kind of caller has, a cell for each kind in the order of `planRows`, from the numbers that the gateway uses. “–” is not part of a plan. */
export function comparePlans(plans: readonly PlanRow[] = planRows()) {
  const row = (name: string, cellOf: (plan: PlanRow) => string) => ({
    name,
    cells: plans.map(cellOf),
  })
  return {
    kinds: plans.map(({ name }) => name),
    rows: [
      row('Requests a minute', ({ burst }) => count(burst)),
      row('Requests a day', ({ daily }) => count(daily)),
      row('Included in a month', ({ quota }) => (quota === null ? '–' : count(quota))),
      row('Scans on the wallet page', ({ pageScans }) => formatScanLimits(pageScans)),
      row('Wallet scans with a key', ({ scans }) => (scans ? formatScanLimits(scans) : '–')),
      row('Counted by', ({ quota }) => (quota === null ? 'IP address' : 'account')),
    ],
  }
}

function formatScanLimits({ burst, daily }: Limits): string {
  return `${count(burst)} a minute, ${count(daily)} a day`
}
