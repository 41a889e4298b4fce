import type { Parameter } from '../../../contract/openapi-document.ts'
import { detailDocument } from '../../../contract/protocol-detail.ts'
import type { RouteDocumentation } from '../documentation.ts'
import example from './example.json' with { type: 'json' }

export const ID_PARAMETER: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Identifier of the protocol. Former slugs also work.',
  schema: { type: 'string', minLength: 1 },
  example: 'aave-v3',
}

export const protocolDocumentation = {
  operationId: 'get',
  tag: 'Protocols',
  description:
    'The full record of a protocol, with every input of its score. A protocol that is no longer listed keeps its last record for two years, marked `retired`. The example is a protocol of the sandbox, with its lists shortened to one entry each.',
  parameters: [ID_PARAMETER],
  conditional: true,
  schema: detailDocument,
  success: 'The protocol.',
  example,
  problems: ['PROTOCOL_NOT_FOUND'],
} satisfies RouteDocumentation
