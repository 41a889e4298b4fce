import type { Signal } from './signal.ts'
import { activity } from './signals/activity.ts'
import { audits } from './signals/audits.ts'
import { bounty } from './signals/bounty.ts'
import { chainSecurity } from './signals/chain-security.ts'
import { changeActivity, operatorActivity } from './signals/change-activity.ts'
import { controlReview } from './signals/control-review.ts'
import { creditModel } from './signals/credit-model.ts'
import { custody } from './signals/custody.ts'
import { drawdown } from './signals/drawdown.ts'
import { effectiveChains } from './signals/effective-chains.ts'
import { exitReview } from './signals/exit-review.ts'
import { exitRoute } from './signals/exit-route.ts'
import { governance } from './signals/governance.ts'
import { incidents } from './signals/incidents.ts'
import { lockTerm } from './signals/lock-term.ts'
import { oracleDependence } from './signals/oracle-dependence.ts'
import { oracleRedundancy } from './signals/oracle-redundancy.ts'
import { outflowSurvived } from './signals/outflow-survived.ts'
import { ownTokenShare } from './signals/own-token-share.ts'
import { quietAge } from './signals/quiet-age.ts'
import { signers } from './signals/signers.ts'
import { utilisation } from './signals/utilisation.ts'
import { volatility } from './signals/volatility.ts'
import { weekOutflow } from './signals/week-outflow.ts'

/** Every signal, in the order of `SIGNAL_IDS`. A new signal is one file, one line here and one entry in the methodology. */
export const SIGNALS: readonly Signal[] = [
  activity,
  incidents,
  effectiveChains,
  audits,
  bounty,
  quietAge,
  changeActivity,
  controlReview,
  signers,
  custody,
  chainSecurity,
  governance,
  operatorActivity,
  utilisation,
  creditModel,
  oracleDependence,
  oracleRedundancy,
  exitRoute,
  weekOutflow,
  outflowSurvived,
  volatility,
  drawdown,
  ownTokenShare,
  lockTerm,
  exitReview,
]
