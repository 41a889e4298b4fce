import { once } from 'node:events'
import { createServer } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CONNECTION_LIMITS, type ConnectionLimits } from './connection-limits.ts'
import { boundConnections } from './connections.ts'
import { createRoom, type Occupant } from './room.ts'

const LIMITS = { most: 6, mostOfAddress: 3, mostOfNetwork: 5, idleMs: 1_000 }

/** A room whose connections are named, as `a`, and which of them are inside. */
function aRoom(limits: Partial<typeof LIMITS> = {}) {
  const room = createRoom<string>({ ...LIMITS, ...limits })
  const inside = new Map<string, Occupant>()
  const enter = (name: string, ip: string, given: Partial<Occupant> & { now?: number } = {}) => {
    const { now = 10_000, ...rest } = given
    const occupant = { ip, isExempt: false, isBusy: false, idleSince: now, ...rest }
    inside.set(name, occupant)
    const victim = room.enter(name, occupant, now)
    if (victim !== null) {
      room.leave(victim)
      inside.delete(victim)
    }
    return victim
  }
  return { enter, inside, room }
}

const many = (enter: ReturnType<typeof aRoom>['enter'], count: number, ip: string, given = {}) => {
  for (let i = 0; i < count; i += 1) enter(`${ip} ${i}`, ip, { idleSince: i, ...given })
}

describe('one address, or the addresses of one network', () => {
  test('at its limit, closes its own that has waited longest, though there is room for others', () => {
    const { enter, inside } = aRoom()
    many(enter, 3, '192.0.2.1')
    expect(enter('next', '192.0.2.1')).toBe('192.0.2.1 0')
    expect([...inside.keys()]).toEqual(['192.0.2.1 1', '192.0.2.1 2', 'next'])
  })

  test('is refused one more while all of its own are busy', () => {
    const { enter } = aRoom()
    many(enter, 3, '192.0.2.1', { isBusy: true })
    expect(enter('next', '192.0.2.1')).toBe('next')
    expect(enter('other', '192.0.2.2')).toBe(null)
  })

  test.each([
    ['IPv4 /24', ['192.0.2.1', '192.0.2.200'], '192.0.2.9', '192.0.3.9'],
    ['IPv6 /48', ['2001:db8:1:1::1', '2001:db8:1:ffff::1'], '2001:db8:1:2::9', '2001:db8:2::9'],
  ])('of an %s hold no more than its share', (_, [first = '', second = ''], own, other) => {
    const { enter } = aRoom()
    many(enter, 3, first)
    many(enter, 2, second)
    expect(enter('own', own)).toBe(`${first} 0`)
    expect(enter('other', other)).toBe(null)
  })

  test('of a proxy hold as many as there are', () => {
    const { enter } = aRoom()
    for (let i = 0; i < 6; i += 1) expect(enter(`${i}`, '10.0.0.1', { isExempt: true })).toBe(null)
    expect(enter('next', '10.0.0.1', { isExempt: true, now: 20_000 })).toBe('0')
  })
})

describe('at the limit of all', () => {
  test('the idlest of the network that holds most is closed', () => {
    const { enter } = aRoom()
    enter('old', '198.51.100.1', { idleSince: 0 })
    many(enter, 3, '192.0.2.1', { idleSince: 500 })
    many(enter, 2, '203.0.113.1', { idleSince: 100 })
    expect(enter('new', '198.51.100.2')).toBe('192.0.2.1 0')
  })

  test('a busy one is closed only when none is idle, and then of the network that holds most', () => {
    const { enter, inside } = aRoom()
    many(enter, 3, '192.0.2.1', { isBusy: true })
    many(enter, 2, '203.0.113.1', { isBusy: true })
    enter('idle', '198.51.100.1', { idleSince: 0 })
    expect(enter('a', '198.51.101.1', { isBusy: true })).toBe('idle')
    expect(enter('b', '198.51.102.1', { isBusy: true })).toBe('192.0.2.1 0')
    expect(inside.has('a')).toBe(true)
  })

  test('one that is new is not idle yet, so that new clients do not close each other', () => {
    const { enter } = aRoom()
    many(enter, 3, '192.0.2.1', { isBusy: true })
    many(enter, 2, '203.0.113.1', { isBusy: true })
    enter('a', '198.51.100.1')
    expect(enter('b', '198.51.101.1')).toBe('192.0.2.1 0')
  })

  test('a new one is refused when no network holds more than its own and all are busy', () => {
    const { enter } = aRoom()
    for (let i = 0; i < 6; i += 1) enter(`${i}`, `192.0.${i}.1`, { isBusy: true })
    expect(enter('new', '198.51.100.1')).toBe('new')
  })

  test('in any order of clients, no limit is passed, and a network within its equal share loses no busy connection', () => {
    const client = fc.record({ host: fc.nat(3), net: fc.nat(5), isBusy: fc.boolean() })
    fc.assert(
      fc.property(fc.array(client, { maxLength: 80 }), (clients) => {
        const { enter, inside } = aRoom()
        for (const [at, { host, net, isBusy }] of clients.entries()) {
          const before = new Map(inside)
          const ip = `10.0.${net}.${host}`
          const victim = enter(`${at}`, ip, { isBusy, now: 10_000 + at * 300 })
          const of = (start: string) =>
            [...inside.values()].filter((one) => one.ip.startsWith(start))
          expect(inside.size).toBeLessThanOrEqual(LIMITS.most)
          expect(of(ip).length).toBeLessThanOrEqual(LIMITS.mostOfAddress)
          expect(of(`10.0.${net}.`).length).toBeLessThanOrEqual(LIMITS.mostOfNetwork)
          const closed = victim === null ? undefined : before.get(victim)
          if (!closed?.isBusy) continue
          const networks = Map.groupBy(before.values(), (one) => one.ip.split('.')[2])
          const largest = Math.max(...[...networks.values()].map((all) => all.length))
          expect(networks.get(closed.ip.split('.')[2])?.length).toBe(largest)
          expect(largest).toBeGreaterThan(LIMITS.most / (networks.size + 1))
        }
      }),
    )
  })
})

describe('real sockets', () => {
  const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

  async function start(limits: Partial<ConnectionLimits> = {}) {
    const server = createServer()
    const all = { ...CONNECTION_LIMITS, ...limits }
    const connections = boundConnections(server, all, () => false)
    server.on('request', (request, response) =>
      connections.inTurn(request, response, () => {
        if (request.url === '/hangs') response.write('a part of it')
        else response.end('all of it')
      }),
    )
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const sockets: Socket[] = []
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
      server.closeAllConnections()
    })
    const connect = async (localAddress: string, text = ''): Promise<Socket> => {
      const socket = createConnection({ port, host: '127.0.0.1', localAddress })
      socket.on('error', () => undefined)
      socket.resume()
      sockets.push(socket)
      await once(socket, 'connect')
      if (text !== '') socket.write(text)
      return socket
    }
    const held = () => new Promise<number>((done) => server.getConnections((_, n) => done(n)))
    return { connect, held }
  }

  /** Whether an address is answered over a connection of its own. */
  async function isServed(connect: (address: string) => Promise<Socket>, address: string) {
    const socket = await connect(address)
    const answer = once(socket, 'data').then(([chunk]) => String(chunk).includes('200 OK'))
    const gone = once(socket, 'close').then(() => false)
    socket.write(REQUEST)
    return Promise.race([answer, gone])
  }

  const { most, mostOfAddress } = CONNECTION_LIMITS
  const FEWER = { most: most / 10, mostOfAddress: mostOfAddress / 10 }

  test.each([
    ['that send nothing', '', FEWER],
    ['that send a part of a request', 'GET / HTTP/1.1\r\nHo', FEWER],
    ['that keep a connection after their answer', REQUEST, FEWER],
    ['that hold a response half sent', 'GET /hangs HTTP/1.1\r\nHost: x\r\n\r\n', FEWER],
  ])(
    '8 addresses with all the connections that they may have, %s: a ninth is served',
    async (_, text, limits) => {
      const { connect, held } = await start({ ...limits, idleMs: 0 })
      for (let address = 1; address <= 8; address += 1) {
        const all = Array.from({ length: limits.mostOfAddress }, () =>
          connect(`127.0.${address}.1`, text),
        )
        await Promise.all(all)
      }
      await expect.poll(held).toBe(limits.most)

      for (let i = 0; i < 20; i += 1) expect(await isServed(connect, '127.0.9.1')).toBe(true)
      expect(await held()).toBeLessThanOrEqual(limits.most + 1)
    },
    30_000,
  )

  test('and while they keep connecting again, the ninth keeps its connection', async () => {
    const { connect } = await start({ most: 40, mostOfAddress: 10, idleMs: 0 })
    const ninth = await connect('127.0.9.1')
    let isGone = false
    ninth.on('close', () => {
      isGone = true
    })
    for (let i = 0; i < 400; i += 1) await connect(`127.0.${1 + (i % 8)}.1`)
    const answer = once(ninth, 'data')
    ninth.write(REQUEST)
    expect(String(await answer)).toContain('200 OK')
    expect(isGone).toBe(false)
  })
})
