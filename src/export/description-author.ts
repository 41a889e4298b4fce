import own from '../../data/descriptions.json' with { type: 'json' }
import type { ProtocolDetail } from '../contract/protocol-detail.ts'
import type { ProtocolRecord } from '../domain/record.ts'

const sentences = new Map(Object.entries(own.descriptions))

/** Who wrote the description of a protocol: we (`data/descriptions.json`) or the registry; null when it has none. */
export function descriptionAuthor({
  id,
  description,
}: Pick<ProtocolRecord, 'id' | 'description'>): ProtocolDetail['descriptionBy'] {
  if (description === null) return null
  return sentences.get(id) === description ? 'plimsoll' : 'registry'
}
