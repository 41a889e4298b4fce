import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../../state/network.ts'

/** What clients may hold of a server, and for how long. Times are in milliseconds. */
export interface ConnectionLimits {
  /** Connections of all clients together, and of one address; one more is closed at once. */
  most: number
  mostOfAddress: number
  /** Requests of one connection that wait for their answer; past them nothing more is read from it. */
  mostUnanswered: number
  /** Such requests of all connections together; the connection that sends one more is closed. */
  mostWaiting: number
  /** A request line and headers that are not complete by then are refused. */
  headersMs: number
  requestMs: number
  /** Longer than a load balancer in front keeps a connection, so that it is the one to close it. */
  keepAliveMs: number
  /** The slowest pace at which an answer may be taken; a client that is this far behind it is cut. */
  bytesPerSecond: number
  writeMs: number
  /** A refused client gets this long to read why. */
  farewellMs: number
  checkEveryMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  most: 1_000,
  mostOfAddress: 250,
  mostUnanswered: 10,
  mostWaiting: 20_000,
  headersMs: 15_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  bytesPerSecond: 8_192,
  writeMs: 30_000,
  farewellMs: 2_000,
  checkEveryMs: 1_000,
}

/** What one connection has asked and not yet been given. */
interface Connection {
  waiting: { response: ServerResponse; work: () => void }[]
  isBusy: boolean
  last: IncomingMessage | null
  /** To be done after the last answer; nothing that is asked later counts. */
  farewell: (() => void) | null
  /** When it was last looked at, what it had taken by then, and how far it is behind the slowest pace. */
  pace: { at: number; taken: number; lateMs: number }
}

export interface Connections {
  /**
   * Does the work of a request when the client has taken all earlier answers of its connection, so that one connection
   * never holds more than one file or body. Work of a client that has gone is never begun.
   */
  inTurn(request: IncomingMessage, response: ServerResponse, work: () => void): void
  /** Does `work` after the last answer, once, and says whether the last request had come in whole. */
  atTheEnd(socket: Socket, work: (lastWasWhole: boolean) => void): void
  /** Sends the last bytes of a connection, and closes it however slowly they are taken. */
  end(socket: Socket, bytes: Buffer): void
}

/** Holds a server's clients to the limits. Addresses that `isExempt` may open any number of connections. */
export function boundConnections(
  server: Server,
  limits: ConnectionLimits,
  isExempt: (address: string) => boolean,
): Connections {
  const open = new Map<Socket, Connection>()
  const perAddress = new Map<string, number>()
  let waiting = 0

  server.maxConnections = limits.most
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const others = perAddress.get(network) ?? 0
    if (others >= limits.mostOfAddress && !isExempt(address)) {
      socket.destroy()
      return
    }
    perAddress.set(network, others + 1)
    const connection: Connection = {
      waiting: [],
      isBusy: false,
      last: null,
      farewell: null,
      pace: { at: performance.now(), taken: 0, lateMs: 0 },
    }
    open.set(socket, connection)
    // Node resumes a socket by itself when an answer is done; each time it would read on.
    socket.on('resume', () => {
      if (isFull(connection)) socket.pause()
    })
    socket.once('close', () => {
      const left = (perAddress.get(network) ?? 1) - 1
      if (left > 0) perAddress.set(network, left)
      else perAddress.delete(network)
      forget(socket)
    })
  })

  const checks = setInterval(() => {
    const now = performance.now()
    for (const [socket, { pace }] of open) cutWhenSlow(socket, pace, now, limits)
  }, limits.checkEveryMs).unref()
  server.once('close', () => clearInterval(checks))

  function isFull({ waiting: own, isBusy }: Connection): boolean {
    return own.length + (isBusy ? 1 : 0) >= limits.mostUnanswered
  }

  function forget(socket: Socket): void {
    waiting -= open.get(socket)?.waiting.length ?? 0
    open.delete(socket)
  }

  function next(socket: Socket, connection: Connection): void {
    connection.isBusy = false
    if (!open.has(socket)) return
    const first = connection.waiting.shift()
    if (first) {
      waiting -= 1
      begin(socket, connection, first)
    } else connection.farewell?.()
    if (socket.isPaused() && !isFull(connection)) socket.resume()
  }

  function begin(
    socket: Socket,
    connection: Connection,
    { response, work }: Connection['waiting'][number],
  ): void {
    connection.isBusy = true
    response.once('close', () => next(socket, connection))
    work()
  }

  return {
    inTurn(request, response, work) {
      const { socket } = request
      const connection = open.get(socket)
      if (!connection || connection.farewell) return
      connection.last = request
      if (!connection.isBusy) {
        begin(socket, connection, { response, work })
        return
      }
      connection.waiting.push({ response, work })
      waiting += 1
      if (isFull(connection)) socket.pause()
      if (waiting <= limits.mostWaiting) return
      forget(socket)
      socket.destroy()
    },
    atTheEnd(socket, work) {
      const connection = open.get(socket)
      if (!connection || connection.farewell) return
      const { last } = connection
      connection.farewell = () => work(last === null || last.complete)
      if (!connection.isBusy) connection.farewell()
    },
    end(socket, bytes) {
      socket.end(bytes)
      // What it still sends is read and thrown away: closing over unread bytes could take the answer from it.
      socket.resume()
      setTimeout(() => socket.destroy(), limits.farewellMs).unref()
    },
  }
}

/**
 * Whoever takes no bytes, or a few now and then, holds a connection, a file and a body of ours. What is handed to the
 * system at once shows as taken only when all of it is, so it has its own time.
 */
function cutWhenSlow(
  socket: Socket,
  pace: Connection['pace'],
  now: number,
  { writeMs, bytesPerSecond }: ConnectionLimits,
): void {
  const unsent = socket.writableLength
  const taken = socket.bytesWritten - unsent
  const earnedMs = ((taken - pace.taken) / bytesPerSecond) * 1_000
  pace.lateMs = unsent === 0 ? 0 : Math.max(0, pace.lateMs + now - pace.at - earnedMs)
  pace.taken = taken
  pace.at = now
  if (pace.lateMs > writeMs + (unsent / bytesPerSecond) * 1_000) socket.destroy()
}
