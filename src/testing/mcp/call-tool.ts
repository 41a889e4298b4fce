import * as z from 'zod'
import { jsonResponse } from '../../http/api-response.ts'
import { createMcpEndpoint } from '../../mcp/endpoint.ts'
import { fromText } from './from-text.ts'

const called = z.object({
  result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }),
})

/** Calls a tool, and returns the document of its answer. `answer`: what the API answers, by address. */
export async function callTool(
  name: string,
  args: Record<string, unknown>,
  answer: (address: string) => unknown,
): Promise<Record<string, unknown>> {
  const endpoint = createMcpEndpoint({
    version: '1.2.3',
    publicUrl: null,
    now: () => 0,
    log: () => {},
    askAs: () => async (address) => jsonResponse(answer(address), {}),
  })
  const params = { name, arguments: args }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const response = await endpoint({
    method: 'POST',
    ip: '192.0.2.7',
    headers: new Headers({
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    }),
    readBody: async () => new TextEncoder().encode(body),
  })
  const [, data = ''] = /^data: (.*)$/m.exec(await response.text()) ?? []
  const [{ text }] = called.parse(JSON.parse(data)).result.content
  return fromText(text)
}
