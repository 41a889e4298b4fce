import type { WalletLiquidation } from '../../contract/wallet-scan.ts'
import { capitalised } from '../../domain/format.ts'
import { either, listed, percent, times } from './figure-text.ts'

type Facts = Omit<WalletLiquidation, 'text'>

/** What is said of a loan or a perpetual, without what stands around it. */
export interface Statement {
  /** Of what, or how it is now; null where nothing comes before what is said. */
  lead: string | null
  said: string
}

/** By itself: `Leverage 4.7×: liquidated when …`. */
export function asSentence({ lead, said }: Statement): string {
  return capitalised(lead === null ? said : `${lead}: ${said}`)
}

/** After a name, whose colon is the only one: `Aave: leverage 4.7×; liquidated when …`. */
export function asSentenceOf(name: string, { lead, said }: Statement): string {
  return `${name}: ${lead === null ? said : `${lead}; ${said}`}`
}

/** `Leverage 4.7×: liquidated when wstETH falls 3 % against USDC.` */
export function stateLoan(
  { leverage, distance, isBound, assets, against, alone }: Facts,
  /** `isOwing`: it owes as much as it has, or more. `isSame`: collateral and debt are one token. */
  { isOwing, isSame }: { isOwing: boolean; isSame: boolean },
): Statement {
  if (isOwing) {
    const lead = `it owes as much as it has, or more${isBound ? '' : ', and can be liquidated now'}`
    return { lead, said: 'nothing is left to its owner.' }
  }
  if (distance === null) return UNKNOWN
  if (distance === 0) return NOW
  const owed = against.length === 0 ? 'what it owes' : listed(against)
  const held = assets.length === 0 ? 'its collateral' : listed(assets)
  const verb = assets.length > 1 ? 'together fall' : 'falls'
  const moves = `when ${held} ${verb} ${percent(distance)} against ${owed}`
  const said = isBound
    ? `nothing is left ${moves}; where it is liquidated was not read.`
    : isSame
      ? `liquidated when interest takes ${percent(distance)}; collateral and debt are both ${owed}.`
      : `liquidated ${moves}.`
  return { lead: leadOf(leverage), said: said + (alone ? ` ${formatAlone(alone)}` : '') }
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
export function statePerpetual(
  { leverage, distance, isBound, direction, assets }: Facts,
  { isEntry }: { isEntry: boolean },
): Statement {
  if (distance === null) return UNKNOWN
  if (distance === 0) return isBound ? { lead: null, said: 'nothing is left of its margin.' } : NOW
  const lead = leadOf(leverage)
  const [market = ''] = assets
  if (!isBound)
    return { lead, said: `liquidated when ${market} ${direction}s ${percent(distance)}.` }
  const from = isEntry ? ' from the price of entry' : ''
  return {
    lead,
    said: `a ${direction} of ${market} by ${percent(distance)}${from} takes its margin; no price of liquidation was read.`,
  }
}

function leadOf(leverage: number | null): string | null {
  return leverage === null ? null : `leverage ${times(leverage)}`
}

const NOW: Statement = { lead: null, said: 'it can be liquidated now.' }
const UNKNOWN: Statement = { lead: null, said: 'how far it is from liquidation is not known.' }
