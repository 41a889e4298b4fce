import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { CONNECTION_LIMITS } from './connection-limits.ts'
import { boundConnections } from './connections.ts'

const LIMITS = { ...CONNECTION_LIMITS, mostUnanswered: 3, mostWaiting: 4, checkEveryMs: 60_000 }

class FakeSocket extends EventEmitter {
  remoteAddress = '192.0.2.1'
  destroyed = false
  paused = false
  isPaused = () => this.paused
  pause() {
    this.paused = true
  }
  resume() {
    this.paused = false
  }
  destroy() {
    this.destroyed = true
  }
}

/** A server without a network; `ask` sends a request, whose response ends with `close`. */
function setUp() {
  const server = new EventEmitter()
  const connections = boundConnections(server as Server, LIMITS, () => false)
  onTestFinished(() => void server.emit('close'))
  const begun: ServerResponse[] = []
  const connect = () => {
    const socket = new FakeSocket()
    server.emit('connection', socket)
    const ask = () => {
      const response = new EventEmitter() as ServerResponse
      const request = { socket, complete: true } as unknown as IncomingMessage
      connections.inTurn(request, response, () => begun.push(response))
      return response
    }
    return { socket, ask }
  }
  return { begun, connect, connections }
}

test('a connection is read until three of its requests are due, and again when one is answered', () => {
  const { begun, connect } = setUp()
  const { socket, ask } = connect()
  const responses = [ask(), ask()]
  expect(socket.paused).toBe(false)
  responses.push(ask())
  expect([socket.paused, begun.length]).toEqual([true, 1])
  responses[0]?.emit('close')
  expect([socket.paused, begun.length]).toEqual([false, 2])
  expect(begun[1]).toBe(responses[1])
})

test('the fifth request that waits closes its connection and leaves room for four', () => {
  const { connect, begun } = setUp()
  const [modest, greedy] = [connect(), connect()]
  for (let n = 0; n < 2; n += 1) modest.ask()
  for (let n = 0; n < 4; n += 1) greedy.ask()
  expect(greedy.socket.destroyed).toBe(false)
  greedy.ask()
  expect([greedy.socket.destroyed, modest.socket.destroyed]).toEqual([true, false])
  // Its own four are gone, so three more may wait.
  for (let n = 0; n < 3; n += 1) modest.ask()
  expect(modest.socket.destroyed).toBe(false)
  modest.ask()
  expect(modest.socket.destroyed).toBe(true)
  expect(begun).toHaveLength(2)
})

test('what comes after the last response runs once, and knows whether the request was whole', () => {
  const { connect, connections } = setUp()
  const { socket, ask } = connect()
  const response = ask()
  const ended: boolean[] = []
  const atTheEnd = () =>
    connections.atTheEnd(socket as never, (lastWasWhole) => ended.push(lastWasWhole))
  atTheEnd()
  atTheEnd()
  ask()
  expect(ended).toEqual([])
  response.emit('close')
  expect(ended).toEqual([true])
})
