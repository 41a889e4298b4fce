import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { withDeadline } from '../http/deadline.ts'
import { type AnnouncedInput, announcedInput } from './announced-input.ts'
import { ApiCalls, ApiRefusal, type AskApi, type ToolRefusal } from './ask-api.ts'
import { cleaned } from './clean-text.ts'
import { shorten } from './shorten.ts'

/** What a call of a tool runs with. */
export interface ToolContext {
  ask: AskApi
  /** What is said of every answer when the data is stale; null while it is current. */
  stale: string | null
  /** Time for all requests of one call, in milliseconds. */
  timeoutMs: number
  /** Takes faults of ours; an agent sees only that there was one. */
  fault: (error: unknown) => void
}

export interface Tool {
  name: string
  register: (server: McpServer, context: ToolContext) => void
}

interface ToolDefinition<In extends z.ZodObject> {
  name: string
  title: string
  /** When to use it, and how to get more. */
  description: string
  input: In
  run: (args: z.output<In>, api: ApiCalls) => Promise<object>
}

/**
 * A tool that reads. Its result is sent once, as short text, which every client shows. It announces no schema of results: the protocol asks for
 * structured content where one is announced, and that would be the same again.
 */
export function defineTool<In extends z.ZodObject>(definition: ToolDefinition<In>): Tool {
  const { name, title, description, input, run } = definition
  const annotations = { readOnlyHint: true, openWorldHint: false }
  const config = { title, description, inputSchema: announcedInput(input), annotations }
  return {
    name,
    register: (server, context) => {
      const call = (args: z.output<In>) => answer(context, (api) => run(args, api))
      server.registerTool<never, AnnouncedInput<z.ZodObject>>(name, config, (args) =>
        call(args as z.output<In>),
      )
    },
  }
}

async function answer(
  { ask, stale, timeoutMs, fault }: ToolContext,
  run: (api: ApiCalls) => Promise<object>,
): Promise<CallToolResult> {
  const api = new ApiCalls(ask)
  try {
    const document = cleaned(await withDeadline(run(api), timeoutMs, () => tooSlow(timeoutMs)))
    const text = shorten({ ...(stale !== null && { stale }), ...document })
    return { content: [{ type: 'text', text }], _meta: spent(api) }
  } catch (error) {
    if (!(error instanceof ApiRefusal)) fault(error)
    const refusal = cleaned(error instanceof ApiRefusal ? error.refusal : INTERNAL)
    const content: CallToolResult['content'] = [{ type: 'text', text: sentences(refusal) }]
    return { isError: true, content, _meta: { ...spent(api), error: refusal } }
  }
}

const INTERNAL: ToolRefusal = {
  code: 'INTERNAL_ERROR',
  message: 'An internal error occurred. Try again.',
  status: 500,
}

function tooSlow(timeoutMs: number): ApiRefusal {
  const message = `The API did not answer within ${timeoutMs / 1_000} seconds. Try again with fewer ids or a smaller limit.`
  return new ApiRefusal({ code: 'DATA_UNAVAILABLE', message, status: 503 })
}

/** What the call cost. */
function spent({ count, remaining }: ApiCalls): Record<string, number> {
  return {
    apiRequests: count,
    ...(remaining === null ? {} : { apiRequestsRemainingToday: remaining }),
  }
}

function sentences({ code, message, details = {}, retryAfterSeconds }: ToolRefusal): string {
  const lines = [`${code}: ${message}`]
  for (const [name, texts] of Object.entries(details)) lines.push(`${name}: ${texts.join(', ')}`)
  if (retryAfterSeconds !== undefined) lines.push(`Retry after ${retryAfterSeconds} seconds.`)
  return lines.join('\n')
}
