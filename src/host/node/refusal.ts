import { METHODS } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ApiRequest } from '../../http/api-request.ts'
import type { ApiResponse } from '../../http/api-response.ts'
import type { Connections } from './connections.ts'
import { splitTarget } from './target.ts'

/** Maximum size of the request line and headers. */
export const MAX_HEADER_BYTES = 16_384

type ClientError = Error & { code?: string; rawPacket?: unknown }

interface RefusalOptions {
  gateway: (request: ApiRequest) => Promise<ApiResponse>
  log: (error: unknown) => void
}

/** Answers bytes that Node cannot parse as a request, after the responses to all earlier requests, and closes the connection. */
export function refuseUnreadable(
  connections: Connections,
  { gateway, log }: RefusalOptions,
): (error: ClientError, socket: Duplex) => void {
  return (error, socket) => {
    if (!(socket instanceof Socket) || error.code === 'ECONNRESET' || socket.bytesRead === 0) {
      socket.destroy()
      return
    }
    connections.atTheEnd(socket, (lastWasWhole) => {
      // These bytes belong to a request that was already answered.
      if (!lastWasWhole || !socket.writable) {
        connections.end(socket, Buffer.alloc(0))
        return
      }
      answerFor(gateway, error, socket.remoteAddress ?? '').then(
        (bytes) => connections.end(socket, bytes),
        (fault) => {
          log(fault)
          socket.destroy()
        },
      )
    })
  }
}

async function answerFor(
  gateway: RefusalOptions['gateway'],
  error: ClientError,
  ip: string,
): Promise<Buffer> {
  const unreadable = { method: 'GET', pathname: '', search: '', ip, header: () => null }
  const known = error.code === 'HPE_INVALID_METHOD' ? requestLine(error.rawPacket) : null
  const answer = await gateway(
    known ? { ...unreadable, ...known } : { ...unreadable, malformed: reasonOf(error.code) },
  )
  const body = Buffer.from(answer.body ?? '')
  const headers = { ...answer.headers, 'Content-Length': body.length, Connection: 'close' }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const start = `HTTP/1.1 ${answer.status} Refused\r\n${head.join('')}\r\n`
  return Buffer.concat([Buffer.from(start), body])
}

/** Method and path of a request with a method that Node does not support. */
function requestLine(packet: unknown): { method: string; pathname: string } | null {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, MAX_HEADER_BYTES) : ''
  const [, method, target] = /^([A-Z-]{1,20}) (\/[^\s]*) HTTP\/1\.[01]\r\n/.exec(text) ?? []
  // With a supported method the fault is further on.
  if (!method || !target || METHODS.includes(method)) return null
  return { method, pathname: splitTarget(target).pathname }
}

function reasonOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return `The request line and headers are longer than ${MAX_HEADER_BYTES} bytes.`
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request was not sent in time.'
  return 'The request is not valid HTTP.'
}
