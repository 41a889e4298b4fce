import * as z from 'zod'
import {
  detailDocument,
  type ProtocolDetail,
  protocolDetail,
} from '../../contract/protocol-detail.ts'
import { scoreMetadata } from '../../contract/score-metadata.ts'
import { mapDimensions } from '../../domain/dimension.ts'
import { type ApiCalls, ApiRefusal, pathPart } from '../ask-api.ts'
import { chainsOf, someChains } from '../some-chains.ts'
import { defineTool } from '../tool.ts'
import { why, whyOf } from '../why.ts'

const MAX_IDS = 10
const MAX_INCIDENTS = 5

const incident = protocolDetail.shape.incidents.element.pick({
  exploitDate: true,
  lossUsd: true,
  cause: true,
  source: true,
})

const score = protocolDetail.shape.composite

const short = z.object({
  ...protocolDetail.pick({
    id: true,
    name: true,
    category: true,
    tvlUsd: true,
    tvlAsOf: true,
    tvl30d: true,
    composite: true,
    riskLevel: true,
    status: true,
    statusReason: true,
    statusDay: true,
    scoredAt: true,
    auditCount: true,
    retired: true,
  }).shape,
  ...someChains.shape,
  range: scoreMetadata.shape.composite.shape.range,
  methodology: scoreMetadata.shape.methodology.nullable(),
  rank: scoreMetadata.shape.rank,
  notScoredBecause: z.array(z.string()).describe('Empty for a protocol with a composite.'),
  dimensions: z
    .object(mapDimensions(() => score))
    .nullable()
    .describe('Scores, 0 to 10. Null for one that does not apply or is unknown.'),
  ...why.shape,
  incidents: z.array(incident).max(MAX_INCIDENTS).describe('The latest, newest first.'),
  incidentCount: z.int().min(0),
})

const refused = z.object({
  id: z.string(),
  code: z.string(),
  message: z.string(),
  suggestions: z.array(z.string()).describe('Ids that may be meant.'),
})

export const getProtocol = defineTool({
  name: 'get_protocol',
  title: 'Explain the risk of protocols',
  description: `Explains up to ${MAX_IDS} protocols at once by their ids: scores, the reasons that add most points with source and day, what is unknown, incidents. Use it to answer why, and to compare. Ids come from search_protocols or screen_protocols. \`detail: "full"\` returns the whole record of one protocol (about 40 KB: every signal, audit and market). Costs 1 API request per id.`,
  input: z.strictObject({
    ids: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(MAX_IDS)
      .describe('Ids, such as ["aave-v3"]; one with `detail: "full"`.'),
    detail: z.enum(['short', 'full']).default('short'),
  }),
  output: z.object({
    protocols: z.array(short).max(MAX_IDS),
    refused: z.array(refused).max(MAX_IDS).describe('Ids that gave no record, with the reason.'),
    full: z
      .looseObject({ id: protocolDetail.shape.id })
      .nullable()
      .describe('The record as `GET /v1/protocols/{id}` returns it. Null unless asked for.'),
  }),
  run: async ({ ids, detail }, api) => {
    const wanted = [...new Set(ids)]
    if (detail === 'full' && wanted.length > 1) {
      throw new ApiRefusal({
        code: 'INVALID_REQUEST',
        message: 'A full record is for one id at a time. Send one id, or `detail: "short"`.',
        status: 400,
      })
    }
    const answers = await Promise.all(wanted.map((id) => recordOf(id, api)))
    const records = answers.flatMap((one) => (one instanceof ApiRefusal ? [] : [one]))
    const refusals = wanted.flatMap((id, at) => refusalOf(id, answers[at]))
    const [first] = answers
    // With nothing to show, the call failed.
    if (records.length === 0 && first instanceof ApiRefusal) throw first
    const isFull = detail === 'full'
    return {
      protocols: isFull ? [] : records.map(shortOf),
      refused: refusals,
      full: (isFull && records[0]) || null,
    }
  },
})

async function recordOf(id: string, api: ApiCalls): Promise<ProtocolDetail | ApiRefusal> {
  try {
    const document = await api.get(`/v1/protocols/${pathPart(id)}`)
    return detailDocument.parse(document).data
  } catch (error) {
    if (error instanceof ApiRefusal) return error
    throw error
  }
}

function refusalOf(id: string, answer: unknown): z.output<typeof refused>[] {
  if (!(answer instanceof ApiRefusal)) return []
  const { code, message, details, retryAfterSeconds } = answer.refusal
  const wait = retryAfterSeconds === undefined ? '' : ` Retry after ${retryAfterSeconds} seconds.`
  return [{ id, code, message: message + wait, suggestions: details?.suggestions ?? [] }]
}

function shortOf(record: ProtocolDetail): z.output<typeof short> {
  const { scoreMetadata: metadata, dimensions, incidents } = record
  const newest = [...incidents].sort((a, b) =>
    (b.exploitDate ?? '').localeCompare(a.exploitDate ?? ''),
  )
  return short.parse({
    ...record,
    ...chainsOf(record.chains),
    ...whyOf(record),
    range: metadata?.composite.range ?? null,
    methodology: metadata?.methodology ?? null,
    rank: metadata?.rank ?? null,
    notScoredBecause: record.composite === null ? (metadata?.eligibility.reasons ?? []) : [],
    dimensions: dimensions && mapDimensions((key) => dimensions[key].score),
    incidents: newest.slice(0, MAX_INCIDENTS).map((one) => incident.strip().parse(one)),
    incidentCount: incidents.length,
  })
}
