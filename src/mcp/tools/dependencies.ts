import * as z from 'zod'
import { dependenciesDocument, dependentsDocument } from '../../contract/dependencies.ts'
import { stressDocument } from '../../contract/stress.ts'
import { MAX_FAILURES } from '../../contract/stress-query.ts'
import { ApiRefusal, pathPart } from '../ask-api.ts'
import { documentOf, suggestIds } from '../suggest.ts'
import { defineTool } from '../tool.ts'

const MAX_ROWS = 50

const id = z.string().min(1).max(200)
const limit = z.int().min(1).max(MAX_ROWS).default(20)

export const dependencies = defineTool({
  name: 'dependencies',
  title: 'What a protocol stands on',
  description:
    'What one protocol stands on, with shares, days and sources, and the named failure that may cost it most. What is not resolved is an edge.',
  input: z.strictObject({ id, limit }),
  run: async (input, api) => {
    const path = `/v1/protocols/${pathPart(input.id)}/dependencies`
    const { data } = dependenciesDocument.parse(await documentOf(input.id, path, api))
    const edges = data.edges.slice(0, input.limit)
    return {
      ...data,
      edges,
      moreEdges: data.moreEdges + data.edges.length - edges.length,
      dependents: data.dependents.slice(0, input.limit),
    }
  },
})

export const dependents = defineTool({
  name: 'dependents',
  title: 'Who stands on an issuer, bridge, oracle or protocol',
  description:
    'Who stands on one issuer, bridge, oracle or protocol, by value. Not every protocol is resolved; say so.',
  input: z.strictObject({ id, page: z.int().min(1).max(999).default(1), limit }),
  run: async (input, api) => {
    const search = new URLSearchParams({ page: `${input.page}`, per_page: `${input.limit}` })
    const path = `/v1/dependencies/${pathPart(input.id)}/dependents?${search}`
    const { data, meta } = dependentsDocument.parse(await documentOf(input.id, path, api))
    return { ...data, total: meta.total }
  },
})

export const stress = defineTool({
  name: 'stress',
  title: 'What a failure costs others',
  description:
    'Bounds on what protocols lose if up to five others lose a share of their value. Say at most and if: no forecast.',
  input: z.strictObject({
    fails: z
      .array(
        z.strictObject({
          id: id.regex(/^[^:,\s]+$/),
          drop: z.number().min(0).max(1).describe('Share of its value, 0 to 1.'),
        }),
      )
      .min(1)
      .max(MAX_FAILURES),
    limit,
  }),
  run: async ({ fails, limit: most }, api) => {
    const list = fails.map((one) => `${one.id}:${Math.round(one.drop * 1e6) / 1e6}`).join(',')
    try {
      const document = await api.get(`/v1/stress?${new URLSearchParams({ fails: list })}`)
      const { rows, more, ...rest } = stressDocument.parse(document).data
      return { ...rest, rows: rows.slice(0, most), more: more + Math.max(0, rows.length - most) }
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.refusal.status !== 400) throw error
      const found = await Promise.all(fails.map((one) => suggestIds(one.id, api)))
      const suggestions = [...new Set(found.flat())]
      throw new ApiRefusal({ ...error.refusal, details: { ...error.refusal.details, suggestions } })
    }
  },
})
