import type { IncomingMessage } from 'node:http'

/** Why a body is refused that took longer. */
export const TOO_SLOW = 'The body was not sent in time.'

export function headersOf({ headers }: IncomingMessage): Headers {
  const copied = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copied.set(name, String(value))
  }
  return copied
}

/** The body, or why it is refused. Rejects when the client disconnects. */
export function readBody(
  request: IncomingMessage,
  bodyMs: number,
  maxBytes: number,
): Promise<Buffer | string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const done = (settle: () => void) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      // What is still sent is read and discarded, so that the connection stays usable.
      request.resume()
      settle()
    }
    const timer = setTimeout(() => done(() => resolve(TOO_SLOW)), bodyMs).unref()
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) {
        done(() => resolve(`The body is longer than ${maxBytes} bytes.`))
      } else chunks.push(chunk)
    }
    const onEnd = () => done(() => resolve(Buffer.concat(chunks)))
    const onClose = () => done(() => reject(new Error('The client has disconnected.')))
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}
