import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { RetiredEntry, SnapshotEntry } from '../domain/catalogue.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'

type StatusFields = Pick<ProtocolDetail, 'status' | 'statusReason' | 'statusDay' | 'statusSource'>

/** Whether a protocol still runs, and why not. */
export function statusFields({ inactive }: Pick<SnapshotEntry, 'inactive'>): StatusFields {
  return {
    status: inactive?.status ?? 'active',
    statusReason: inactive?.reason ?? null,
    statusDay: inactive?.day ?? null,
    statusSource: inactive?.source ?? null,
  }
}

/** The same of a protocol that is no longer listed: dead when the registry says so. */
export function retiredStatus({ entry, reason, day }: RetiredEntry): StatusFields {
  if (entry.inactive) return statusFields(entry)
  if (reason !== 'dead') return { ...statusFields(entry), status: null }
  return statusFields({
    inactive: {
      status: 'dead',
      reason: 'DefiLlama marks it as dead, rugged or deprecated.',
      day,
      source: SOURCE_OF_ROLE.registry,
    },
  })
}
