import { SIGNAL_IDS, type SignalId } from './methodology.ts'
import type { Signal } from './signal.ts'
import { audits } from './signals/audits.ts'
import { availableShare } from './signals/available-share.ts'
import { bounty } from './signals/bounty.ts'
import { chainSecurity } from './signals/chain-security.ts'
import { changeActivity } from './signals/change-activity.ts'
import { collateralTop } from './signals/collateral-top.ts'
import { drawdown } from './signals/drawdown.ts'
import { effectiveChains } from './signals/effective-chains.ts'
import { exitWindow } from './signals/exit-window.ts'
import { feedQuality } from './signals/feed-quality.ts'
import { governance } from './signals/governance.ts'
import { incidents } from './signals/incidents.ts'
import { kindLosses } from './signals/kind-losses.ts'
import { outflowSurvived } from './signals/outflow-survived.ts'
import { ownTokenShare } from './signals/own-token-share.ts'
import { priceSources } from './signals/price-sources.ts'
import { quietAge } from './signals/quiet-age.ts'
import { signers } from './signals/signers.ts'
import { thresholdLevel } from './signals/threshold-level.ts'
import { upgradePath } from './signals/upgrade-path.ts'
import { utilisation } from './signals/utilisation.ts'
import { volatility } from './signals/volatility.ts'
import { weekOutflow } from './signals/week-outflow.ts'
import { withdrawTime } from './signals/withdraw-time.ts'
import { withdrawalPause } from './signals/withdrawal-pause.ts'

const BY_ID: Record<SignalId, Signal> = {
  audits,
  availableShare,
  bounty,
  chainSecurity,
  changeActivity,
  collateralTop,
  drawdown,
  effectiveChains,
  exitWindow,
  feedQuality,
  governance,
  incidents,
  kindLosses,
  outflowSurvived,
  ownTokenShare,
  priceSources,
  quietAge,
  signers,
  thresholdLevel,
  upgradePath,
  utilisation,
  volatility,
  weekOutflow,
  withdrawTime,
  withdrawalPause,
}

/** Every signal, in the order of the methodology. */
export const SIGNALS: readonly Signal[] = SIGNAL_IDS.map((id) => BY_ID[id])
