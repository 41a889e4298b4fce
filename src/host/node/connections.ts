import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionLimits } from './connection-limits.ts'
import { createRoom, type Occupant } from './room.ts'

/** The unanswered requests of a connection. */
interface Connection extends Occupant {
  waiting: { response: ServerResponse; work: () => void }[]
  last: IncomingMessage | null
  /** Runs after the last response; later requests are ignored. */
  onEnd: (() => void) | null
  /** When it was last checked, the bytes read by then, and how far it is behind the slowest rate. */
  pace: { at: number; taken: number; lateMs: number }
}

export interface Connections {
  /**
   * Runs the work of a request once the client has read all earlier responses of its connection, so that a connection never
   * holds more than one file or body. Never starts the work of a client that has disconnected.
   */
  inTurn(request: IncomingMessage, response: ServerResponse, work: () => void): void
  /** Runs `work` once after the last response, with whether the last request was complete. */
  atTheEnd(socket: Socket, work: (lastWasWhole: boolean) => void): void
  /** Sends the last bytes of a connection, and closes it even when the client reads slowly. */
  end(socket: Socket, bytes: Buffer): void
}

/** Enforces the limits on a server's connections. `isExempt` addresses may open any number of them, up to that of all. */
export function boundConnections(
  server: Server,
  limits: ConnectionLimits,
  isExempt: (address: string) => boolean,
): Connections {
  const open = new Map<Socket, Connection>()
  const room = createRoom<Socket>(limits)
  const queue = createQueue(open, limits)

  function close(socket: Socket): void {
    room.leave(socket)
    queue.forget(socket)
    socket.destroy()
  }

  server.on('connection', (socket) => {
    const ip = socket.remoteAddress ?? ''
    const now = performance.now()
    const connection: Connection = {
      waiting: [],
      ...{ ip, isExempt: isExempt(ip), isBusy: false, idleSince: now },
      last: null,
      onEnd: null,
      pace: { at: now, taken: 0, lateMs: 0 },
    }
    open.set(socket, connection)
    const victim = room.enter(socket, connection, now)
    if (victim) close(victim)
    if (victim === socket) return
    // Node resumes a socket after each response.
    socket.on('resume', () => {
      if (queue.isFull(connection)) socket.pause()
    })
    socket.once('close', () => close(socket))
  })

  const checks = setInterval(() => {
    const now = performance.now()
    for (const [socket, { pace }] of open) cutWhenSlow(socket, pace, now, limits)
  }, limits.checkEveryMs).unref()
  server.once('close', () => clearInterval(checks))

  return {
    inTurn: queue.add,
    atTheEnd(socket, work) {
      const connection = open.get(socket)
      if (!connection || connection.onEnd) return
      const { last } = connection
      connection.onEnd = () => work(last === null || last.complete)
      if (!connection.isBusy) connection.onEnd()
    },
    end(socket, bytes) {
      socket.end(bytes)
      // Reads and discards what the client still sends: closing with unread bytes could cost it the response.
      socket.resume()
      setTimeout(() => socket.destroy(), limits.refusalGraceMs).unref()
    },
  }
}

interface RequestQueue {
  /** See `Connections.inTurn`. */
  add: Connections['inTurn']
  /** Whether no more requests are read from a connection for now. */
  isFull(connection: Connection): boolean
  /** Drops a connection and its waiting requests. */
  forget(socket: Socket): void
}

/** Runs the requests of each open connection one after the other. */
function createQueue(
  open: Map<Socket, Connection>,
  { mostUnanswered, mostWaiting }: ConnectionLimits,
): RequestQueue {
  let waiting = 0

  function isFull({ waiting: own, isBusy }: Connection): boolean {
    return own.length + (isBusy ? 1 : 0) >= mostUnanswered
  }

  function forget(socket: Socket): void {
    waiting -= open.get(socket)?.waiting.length ?? 0
    open.delete(socket)
  }

  function next(socket: Socket, connection: Connection): void {
    connection.isBusy = false
    connection.idleSince = performance.now()
    if (!open.has(socket)) return
    const first = connection.waiting.shift()
    if (first) {
      waiting -= 1
      begin(socket, connection, first)
    } else connection.onEnd?.()
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
    add(request, response, work) {
      const { socket } = request
      const connection = open.get(socket)
      if (!connection || connection.onEnd) return
      connection.last = request
      if (!connection.isBusy) {
        begin(socket, connection, { response, work })
        return
      }
      connection.waiting.push({ response, work })
      waiting += 1
      if (isFull(connection)) socket.pause()
      if (waiting <= mostWaiting) return
      forget(socket)
      socket.destroy()
    },
    isFull,
    forget,
  }
}

/**
 * Disconnects a client that reads too slowly, since it holds a connection, a file and a body. A chunk counts as read only
 * when all of it is, so the size of the chunk adds to its time.
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
