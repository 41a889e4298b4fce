import * as z from 'zod'
import { dependenciesDocument, dependentsDocument } from '../../contract/dependencies.ts'
import { stressDocument } from '../../contract/stress.ts'
import { MAX_FAILURES } from '../../contract/stress-query.ts'
import { pathPart } from '../ask-api.ts'
import { defineTool } from '../tool.ts'

const SHOWN = 30

const id = z.string().min(1).max(200)
const under = dependentsDocument.shape.data
const result = stressDocument.shape.data

export const dependencies = defineTool({
  name: 'dependencies',
  title: 'What a protocol stands on',
  description:
    'What one protocol stands on, with shares, days and sources, and the named failure that may cost it most. What is not resolved is an edge. Costs 1 API request.',
  input: z.strictObject({ id: id.describe('Id from search_protocols.') }),
  output: z.looseObject({ id, name: z.string(), day: z.string() }),
  run: async (input, api) => {
    const document = await api.get(`/v1/protocols/${pathPart(input.id)}/dependencies`)
    return dependenciesDocument.parse(document).data
  },
})

export const dependents = defineTool({
  name: 'dependents',
  title: 'Who stands on an issuer, bridge, oracle or protocol',
  description:
    'Who stands on one issuer, bridge, oracle or protocol, by value, 30 a page. Not every protocol is resolved; say so. Costs 1 API request.',
  input: z.strictObject({
    id: id.describe('Id from search_protocols or dependencies.'),
    page: z.int().min(1).max(999).default(1),
  }),
  output: z.looseObject({ id, name: z.string(), more: under.shape.more, total: z.int() }),
  run: async (input, api) => {
    const search = new URLSearchParams({ page: `${input.page}`, per_page: `${SHOWN}` })
    const document = await api.get(`/v1/dependencies/${pathPart(input.id)}/dependents?${search}`)
    const { data, meta } = dependentsDocument.parse(document)
    return { ...data, total: meta.total }
  },
})

export const stress = defineTool({
  name: 'stress',
  title: 'What a failure costs others',
  description:
    'Bounds on what protocols lose if up to five others lose a share of their value. Say at most and if: no forecast. Costs 1 API request.',
  input: z.strictObject({
    fails: z
      .array(
        z.strictObject({
          id: id.regex(/^[^:,\s]+$/),
          drop: z.number().min(0).max(1).describe('Share of its value.'),
        }),
      )
      .min(1)
      .max(MAX_FAILURES),
  }),
  output: z.looseObject({ day: z.string(), more: result.shape.more }),
  run: async ({ fails }, api) => {
    const list = fails.map((one) => `${one.id}:${Math.round(one.drop * 1e6) / 1e6}`).join(',')
    const document = await api.get(`/v1/stress?${new URLSearchParams({ fails: list })}`)
    const { rows, more, ...rest } = stressDocument.parse(document).data
    return { ...rest, rows: rows.slice(0, SHOWN), more: more + Math.max(0, rows.length - SHOWN) }
  },
})
