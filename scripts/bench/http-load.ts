import { once } from 'node:events'
import { createConnection } from 'node:net'

/**
 * Asks over one connection, one request after the other, until `performance.now()` is past `ends`, and reads no more of the
 * answers than where they end. Gives how many were answered; throws when one is not 200, since a refusal costs less.
 */
export async function askFor(port: number, next: () => string, ends: number): Promise<number> {
  const socket = createConnection({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return new Promise((resolve, reject) => {
    let answered = 0
    let missing = 0
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) missing -= chunk.length
      else {
        const head = chunk.indexOf('\r\n\r\n')
        const text = chunk.toString('latin1', 0, head)
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
        if (!text.startsWith('HTTP/1.1 200 ') || Number.isNaN(length)) {
          reject(new Error(`The bench was answered ${text.slice(0, 40)}.`))
          return
        }
        missing = head + 4 + length - chunk.length
      }
      if (missing > 0) return
      answered += 1
      if (performance.now() < ends) socket.write(next())
      else {
        socket.destroy()
        resolve(answered)
      }
    })
    socket.write(next())
  })
}
