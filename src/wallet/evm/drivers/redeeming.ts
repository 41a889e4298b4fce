import type { Address } from '../../../chains/address.ts'
import type { Finding } from '../../model/finding.ts'
import { may } from './questions.ts'
import { ratio } from './reading.ts'

const MAX_REDEEM = 'function maxRedeem(address owner) view returns (uint256)'
const PREVIEW_REDEEM = 'function previewRedeem(uint256 shares) view returns (uint256)'
/** A vault of Morpho's second version, whose limits are always zero (`VaultV2`, morpho-org/vault-v2). */
const ADAPTER = 'function liquidityAdapter() view returns (address)'
const PAUSED = 'function paused() view returns (bool)'

/** A vault that says it keeps more than half answers something else than what a share is redeemed for. */
const MAX_KEPT = 2n
/** Less than this part is rounding. */
const ROUNDING = 100_000n

/** What an ERC-4626 vault says of redeeming shares. `hasCooldown`: they are not redeemed at once, so its limit says nothing. */
export function redeemingOf(vault: Address, owner: Address, shares: bigint, hasCooldown = false) {
  return {
    most: hasCooldown ? null : may(vault, MAX_REDEEM, [owner]),
    pays: may(vault, PREVIEW_REDEEM, [shares]),
    isPaused: may(vault, PAUSED, []),
  }
}

/** Asked of a vault that says it lets nothing out; not null where that means nothing. */
export function unlimitedAt(vault: Address, redeeming: Redeeming | null) {
  return redeeming?.most === 0n ? may(vault, ADAPTER, []) : null
}

interface Redeeming {
  most: bigint | null
  pays: bigint | null
  isPaused: boolean | null
}

/** What redeeming shares pays after the fee of the vault, and what its owner must know of it. `worth`: what they are worth before. */
export function redeemed(
  { pays, isPaused }: Redeeming,
  worth: bigint,
): { amount: bigint; exit: Pick<Finding, 'exit'> } {
  const hasFee = pays !== null && pays < worth && pays * MAX_KEPT >= worth
  const amount = hasFee ? pays : worth
  const fee = (worth - amount) * ROUNDING > worth ? ratio(worth - amount, worth) : null
  const exit = { ...(isPaused && { isPaused }), ...(fee !== null && { fee }) }
  return { amount, exit: Object.keys(exit).length > 0 ? { exit } : {} }
}

/** What of an amount the vault lets out now; null where it does not say. A paused one lets out nothing. */
export function letOut(
  { most, isPaused }: Redeeming,
  shares: bigint,
  amount: bigint,
  unlimited: Address | null,
): bigint | null {
  if (isPaused) return 0n
  if (most === null || unlimited !== null) return null
  return most >= shares ? amount : (amount * most) / shares
}
