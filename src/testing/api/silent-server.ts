import { createServer, type Socket } from 'node:net'
import { listen } from './local-redis.ts'

/** A server on this machine that accepts connections and never sends a byte, like a Redis that hangs. */
export async function startSilentServer(): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  return {
    port: await listen(server),
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
