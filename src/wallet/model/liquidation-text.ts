import type { WalletLiquidation } from '../../contract/wallet-scan.ts'
import { capitalised } from '../../domain/format.ts'
import { either, listed, percent, times } from './figure-text.ts'

type Facts = Omit<WalletLiquidation, 'text'>

/** `Leverage 4.7×: liquidated when wstETH falls 3 % against USDC.` */
export function formatLoan(
  { leverage, distance, isBound, assets, against, alone }: Facts,
  /** `isOwing`: it owes as much as it has, or more. `isSame`: collateral and debt are one token. */
  { isOwing, isSame }: { isOwing: boolean; isSame: boolean },
): string {
  if (isOwing)
    return `It owes as much as it has, or more${isBound ? '' : ', and can be liquidated now'}: nothing is left to its owner.`
  if (distance === null) return UNKNOWN
  if (distance === 0) return 'It can be liquidated now.'
  const owed = against.length === 0 ? 'what it owes' : listed(against)
  const held = assets.length === 0 ? 'its collateral' : listed(assets)
  const verb = assets.length > 1 ? 'together fall' : 'falls'
  const moves = `when ${held} ${verb} ${percent(distance)} against ${owed}`
  const lead = leverage === null ? '' : `Leverage ${times(leverage)}: `
  const said = isBound
    ? `nothing is left ${moves}; where it is liquidated was not read.`
    : isSame
      ? `liquidated when interest takes ${percent(distance)}; collateral and debt are both ${owed}.`
      : `liquidated ${moves}.`
  return capitalised(lead + said) + (alone ? ` ${formatAlone(alone)}` : '')
}

/** `A fall of WBTC by 50 % or wstETH by 81 % alone is enough; a total loss of LINK alone is not.` */
function formatAlone(alone: NonNullable<Facts['alone']>): string {
  const enough = alone.flatMap(({ asset, distance }) =>
    distance === null ? [] : [`${asset} by ${percent(distance)}`],
  )
  const safe = alone.flatMap(({ asset, distance }) => (distance === null ? [asset] : []))
  if (enough.length === 0) return 'A total loss of any one of them does not liquidate it.'
  const rest = safe.length === 0 ? '' : `; a total loss of ${either(safe)} alone is not`
  return `A fall of ${either(enough)} alone is enough${rest}.`
}

/** `Leverage 50×: liquidated when ETH-USD falls 1.7 %.` */
export function formatPerpetual(
  { leverage, distance, isBound, direction, assets }: Facts,
  { isEntry }: { isEntry: boolean },
): string {
  if (distance === null) return UNKNOWN
  if (distance === 0)
    return isBound ? 'Nothing is left of its margin.' : 'It can be liquidated now.'
  const lead = leverage === null ? '' : `Leverage ${times(leverage)}: `
  const [market = ''] = assets
  if (!isBound)
    return capitalised(`${lead}liquidated when ${market} ${direction}s ${percent(distance)}.`)
  const from = isEntry ? ' from the price of entry' : ''
  return capitalised(
    `${lead}a ${direction} of ${market} by ${percent(distance)}${from} takes its margin; no price of liquidation was read.`,
  )
}

const UNKNOWN = 'How far it is from liquidation is not known.'
