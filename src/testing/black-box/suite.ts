import { describeAccount } from './account.ts'
import { describeAgents } from './agents.ts'
import { describeAnalystQuestions } from './analyst-questions.ts'
import { describeBackDoors } from './back-doors.ts'
import { describeCaching } from './caching.ts'
import type { Target } from './client.ts'
import { describeContracts } from './contracts.ts'
import { describeDependencies } from './dependencies.ts'
import { describeErrors } from './errors.ts'
import { describeFilters } from './filters.ts'
import { describeFinding } from './finding.ts'
import { describeForOtherSites } from './for-other-sites.ts'
import { describeIncidents } from './incidents.ts'
import { describeKeys } from './keys.ts'
import { describeLimits } from './limits.ts'
import { describeLists } from './lists.ts'
import { describePageScans } from './page-scan.ts'
import { describeParameters } from './parameters.ts'
import { describeResources } from './resources.ts'
import { describeTime } from './time.ts'
import { describeWalks } from './walks.ts'
import { describeWallet } from './wallet.ts'

/**
 * The whole interface, asked over HTTP alone. `baseUrl` and `keys` are read when tests run, `capabilities` when they are
 * declared.
 */
export function describeService(target: Target): void {
  describeResources(target)
  describeTime(target)
  describeDependencies(target)
  describeContracts(target)
  describeIncidents(target)
  describeLists(target)
  describeFilters(target)
  describeFinding(target)
  describeWalks(target)
  describeParameters(target)
  describeErrors(target)
  describeCaching(target)
  describeKeys(target)
  describeBackDoors(target)
  describeWallet(target)
  describePageScans(target)
  describeAccount(target)
  describeAgents(target)
  describeAnalystQuestions(target)
  describeForOtherSites(target)
  // Spends a key for a minute, so it comes last.
  describeLimits(target)
}
