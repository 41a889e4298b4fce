import type { IncomingMessage, ServerResponse } from 'node:http'

/** Sends the response of an endpoint, uncompressed. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
): Promise<void> {
  // The client has disconnected.
  if (response.destroyed) return
  const bytes = Buffer.from(await answer.arrayBuffer())
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  // Without a body for HEAD the length of the response to GET is not known.
  const isUnknown = request.method === 'HEAD' && bytes.length === 0
  if (answer.status !== 204 && !isUnknown) headers['content-length'] = String(bytes.length)
  response.writeHead(answer.status, headers)
  // Node sends no body after HEAD.
  response.end(bytes)
}
