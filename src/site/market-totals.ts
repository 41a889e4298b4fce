import { counted, usd } from '../domain/format.ts'
import { share } from './figures.ts'
import { formatAsset, type ShownMarket } from './market-table.ts'

/**
 * What assets come to, and the worst of them, such as `60 assets, $1.2bn supplied (55 known), at most 98 % lent out (GHO), at least
 * 2 % available (GHO), 1 frozen`. What is not known of any is left out. An asset of which several sources have a record counts once.
 */
export function marketTotals(assets: readonly ShownMarket[]): string {
  const supplied = assets.flatMap(({ suppliedUsd }) => suppliedUsd ?? [])
  const total = usd(supplied.reduce((sum, value) => sum + value, 0))
  const lent = extreme(assets, 'utilisation', Math.max)
  const available = extreme(assets, 'availableShare', Math.min)
  const [frozen, paused, unread] = [
    assets.filter((asset) => asset.frozen).length,
    assets.filter((asset) => asset.paused).length,
    assets.filter(({ gap }) => gap !== null).length,
  ]
  return [
    countAssets(assets),
    supplied.length > 0 &&
      `${total} supplied${supplied.length < assets.length ? ` (of ${supplied.length})` : ''}`,
    lent && `at most ${lent} lent out`,
    available && `at least ${available} available`,
    frozen > 0 && `${frozen} frozen`,
    paused > 0 && `${paused} paused`,
    unread > 0 && `${unread} could not be read in full`,
  ]
    .filter(Boolean)
    .join(', ')
}

function countAssets(records: readonly ShownMarket[]): string {
  const keys = records.map(({ chain, address, asset, assetAddress }) =>
    JSON.stringify([chain, address, assetAddress, asset]),
  )
  const assets = counted(new Set(keys).size, 'asset')
  return new Set(keys).size === records.length
    ? assets
    : `${counted(records.length, 'record')} of ${assets}`
}

/** The largest or the smallest share with the asset that has it, such as `98 % (GHO)`; null where none is known. */
function extreme(
  assets: readonly ShownMarket[],
  key: 'utilisation' | 'availableShare',
  choose: (...values: number[]) => number,
): string | null {
  const known = assets.flatMap((asset) => asset[key] ?? [])
  if (known.length === 0) return null
  const value = choose(...known)
  const asset = assets.find((each) => each[key] === value)
  return asset ? `${share(value)} (${formatAsset(asset)})` : null
}
