import * as z from 'zod'
import { detailDocument, type ProtocolDetail } from '../../contract/protocol-detail.ts'
import { DIMENSIONS, mapDimensions } from '../../domain/dimension.ts'
import { type ApiCalls, ApiRefusal, pathPart } from '../ask-api.ts'
import { chainsOf } from '../chains-of.ts'
import { defineTool } from '../tool.ts'
import { whyOf } from '../why.ts'

const MAX_IDS = 10
const MAX_INCIDENTS = 3
/** Reasons of a record, and of each where many are asked for. */
const MAX_REASONS = 6
const FEW_REASONS = 3
const FEW_IDS = 4

/** Parts of a record that can be asked for in full. */
const PARTS = [
  ...DIMENSIONS,
  'control',
  'markets',
  'audits',
  'incidents',
  'chainTvls',
  'assets',
  'similar',
] as const

export const getProtocol = defineTool({
  name: 'get_protocol',
  title: 'Explain the risk of protocols',
  description: `Scores, the reasons that add most points with source and day, what is unknown, and incidents, of up to ${MAX_IDS} protocols by id: to answer why, and to compare. \`part\` gives one part of one record in full instead.`,
  input: z.strictObject({
    ids: z.array(z.string().min(1).max(200)).min(1).max(MAX_IDS),
    part: z.enum(PARTS).optional().describe('For one id.'),
    limit: z.int().min(1).max(20).optional().describe('Reasons of each, or rows of the part.'),
  }),
  run: async ({ ids, part, limit }, api) => {
    const wanted = [...new Set(ids)]
    if (part && wanted.length > 1) {
      const message = 'A part is of one record. Send one id, or leave out `part`.'
      throw new ApiRefusal({ code: 'INVALID_REQUEST', message, status: 400 })
    }
    const answers = await Promise.all(wanted.map((id) => recordOf(id, api)))
    const records = answers.flatMap((one) => (one instanceof ApiRefusal ? [] : [one]))
    const [first] = answers
    // With nothing to show, the call failed.
    if (records.length === 0 && first instanceof ApiRefusal) throw first
    const [record] = records
    if (part && record)
      return { id: record.id, name: record.name, [part]: partOf(record, part, limit) }
    const most = limit ?? (records.length > FEW_IDS ? FEW_REASONS : MAX_REASONS)
    return {
      protocols: records.map((one) => shortOf(one, most)),
      refused: wanted.flatMap((id, at) => refusalOf(id, answers[at])),
    }
  },
})

async function recordOf(id: string, api: ApiCalls): Promise<ProtocolDetail | ApiRefusal> {
  try {
    return detailDocument.parse(await api.get(`/v1/protocols/${pathPart(id)}`)).data
  } catch (error) {
    if (error instanceof ApiRefusal) return error
    throw error
  }
}

function refusalOf(id: string, answer: unknown) {
  if (!(answer instanceof ApiRefusal)) return []
  const { code, message, details, retryAfterSeconds } = answer.refusal
  const wait = retryAfterSeconds === undefined ? '' : ` Retry after ${retryAfterSeconds} seconds.`
  return [{ id, code, message: message + wait, suggestions: details?.suggestions ?? [] }]
}

/** One part as the API has it. A list has its first rows, and how many there are. */
function partOf(record: ProtocolDetail, part: (typeof PARTS)[number], limit = 20): unknown {
  const dimension = DIMENSIONS.find((key) => key === part)
  if (dimension) return record.scoreMetadata?.dimensions[dimension] ?? null
  const value = record[part as keyof ProtocolDetail]
  return Array.isArray(value) ? { count: value.length, rows: value.slice(0, limit) } : value
}

function shortOf(record: ProtocolDetail, most: number) {
  const { scoreMetadata: metadata, dimensions, incidents, composite } = record
  const newest = [...incidents].sort((a, b) =>
    (b.exploitDate ?? '').localeCompare(a.exploitDate ?? ''),
  )
  const { id, name, category, tvlUsd, tvlAsOf, tvl30d, riskLevel, status, statusReason } = record
  return {
    ...{ id, name, category, ...chainsOf(record.chains), tvlUsd, tvlAsOf, tvl30d },
    ...{ composite, riskLevel, range: metadata?.composite.range ?? null },
    ...{ status, ...(statusReason !== null && { statusReason, statusDay: record.statusDay }) },
    ...{ scoredAt: record.scoredAt, methodology: metadata?.methodology ?? null },
    ...{ rank: metadata?.rank ?? null, auditCount: record.auditCount, retired: record.retired },
    ...(composite === null && { notScoredBecause: metadata?.eligibility.reasons ?? [] }),
    dimensions: dimensions && mapDimensions((key) => dimensions[key].score),
    assumedDimensions: DIMENSIONS.filter((key) => metadata?.dimensions[key].assumed),
    ...whyOf(record, most),
    incidentCount: incidents.length,
    incidents: newest
      .slice(0, MAX_INCIDENTS)
      .map(({ exploitDate: day, lossUsd, cause, source }) => ({ day, lossUsd, cause, source })),
  }
}
