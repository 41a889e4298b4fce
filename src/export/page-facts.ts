import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { Facts } from '../domain/protocol.ts'

type PageFields = Pick<ProtocolDetail, 'assets' | 'assetsMissing' | 'hallmarks' | 'warnings'>

/** What the TVL consists of, or why that is not known, and the events and warnings of the registry. A snapshot of an older version has none. */
export function pageFields({ assets, hallmarks, warnings }: Facts): PageFields {
  return {
    assets: assets?.known
      ? { day: assets.asOf, leftOut: [], ...assets.value, source: assets.source }
      : null,
    assetsMissing: assets?.known ? null : (assets?.reason ?? 'not-read-yet'),
    hallmarks: hallmarks?.known ? hallmarks.value : null,
    warnings: warnings?.known
      ? warnings.value.map((one) => ({ ...one, day: warnings.asOf, source: warnings.source }))
      : null,
  }
}
