import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { Facts } from '../domain/protocol.ts'

type PageFields = Pick<ProtocolDetail, 'assets' | 'assetsMissing' | 'hallmarks'>

/** What the TVL consists of, or why that is not known, and the events that the registry marks. A snapshot of an older version has neither. */
export function pageFields({ assets, hallmarks }: Facts): PageFields {
  return {
    assets: assets?.known ? { day: assets.asOf, ...assets.value, source: assets.source } : null,
    assetsMissing: assets?.known ? null : (assets?.reason ?? 'not-read-yet'),
    hallmarks: hallmarks?.known ? hallmarks.value : null,
  }
}
