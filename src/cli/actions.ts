import type { AnyAction } from './action.ts'
import { changesAction } from './commands/changes.ts'
import { contractAction } from './commands/contract.ts'
import { dependsAction, stressAction } from './commands/dependencies.ts'
import { getAction } from './commands/get.ts'
import { historyAction } from './commands/history.ts'
import { incidentsAction } from './commands/incidents.ts'
import { listAction, screenerAction } from './commands/lists.ts'
import { searchAction } from './commands/search.ts'
import { healthAction, statsAction, usageAction } from './commands/service.ts'
import { walletAction } from './commands/wallet.ts'

/** What commands ask of the API, by name. */
export const ACTIONS: Record<string, AnyAction> = {
  search: searchAction,
  get: getAction,
  history: historyAction,
  depends: dependsAction,
  stress: stressAction,
  contract: contractAction,
  list: listAction,
  screener: screenerAction,
  wallet: walletAction,
  changes: changesAction,
  incidents: incidentsAction,
  stats: statsAction,
  health: healthAction,
  usage: usageAction,
}
