import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** What a receiver does with a connection. `plain` shapes are asked over http, `secure` ones over https. */
export interface ReceiverShape {
  kind: 'plain' | 'secure'
  /** After the request arrived, or at once where it must not wait for it. */
  behave: (socket: Socket) => void
  /** Acts as soon as the connection is open. */
  atOnce?: true
}

/** Writes `text` again and again, as fast as the client takes it or every `ms`. */
function endless(text: string, ms?: number): (socket: Socket) => void {
  const much = text.repeat(Math.ceil(50_000 / text.length))
  return (socket) => {
    if (ms !== undefined) {
      const timer = setInterval(() => socket.write(text), ms)
      socket.on('close', () => clearInterval(timer))
      return
    }
    const more = () => {
      if (socket.destroyed) return
      if (socket.write(much)) setImmediate(more)
      else socket.once('drain', more)
    }
    more()
  }
}

const says = (text: string) => (socket: Socket) => void socket.write(text)
const andCloses = (text: string) => (socket: Socket) => void socket.end(text)
const first = (text: string, then: (socket: Socket) => void) => (socket: Socket) => {
  socket.write(text)
  then(socket)
}
const plain = (behave: ReceiverShape['behave']): ReceiverShape => ({ kind: 'plain', behave })
const atOnce = (kind: ReceiverShape['kind'], behave: ReceiverShape['behave']): ReceiverShape => ({
  kind,
  behave,
  atOnce: true,
})
const UPGRADE =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

/** Receivers that answer no request as they should, by name. */
export const HOSTILE: Readonly<Record<string, ReceiverShape>> = {
  'switches protocols and keeps the connection': plain(says(UPGRADE)),
  'switches protocols and floods': plain(first(UPGRADE, endless('x'.repeat(1_000)))),
  'switches protocols without an Upgrade header': plain(
    says('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
  ),
  'answers as a proxy answers CONNECT': plain(says('HTTP/1.1 200 Connection Established\r\n\r\n')),
  'continues for ever': plain(endless('HTTP/1.1 100 Continue\r\n\r\n')),
  'gives early hints for ever': plain(
    endless('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n'),
  ),
  'is processing for ever, slowly': plain(endless('HTTP/1.1 102 Processing\r\n\r\n', 5)),
  'never answers': plain(() => undefined),
  'never reads': atOnce('plain', (socket) => {
    socket.pause()
    // Only one that reads notices that the client has gone.
    setTimeout(() => socket.resume(), 500)
  }),
  'closes without an answer': plain((socket) => void socket.end()),
  'resets the connection': plain((socket) => void socket.resetAndDestroy()),
  'resets before it reads': atOnce('plain', (socket) => void socket.resetAndDestroy()),
  'answers before it is asked': atOnce('plain', andCloses('HTTP/1.1 200 OK\r\n\r\n')),
  'sends half a status line': plain(andCloses('HTTP/1.1 20')),
  'sends half the headers and waits': plain(says('HTTP/1.1 200 OK\r\nContent-Le')),
  'sends half the headers and closes': plain(andCloses('HTTP/1.1 200 OK\r\nContent-Le')),
  'sends headers without end': plain(first('HTTP/1.1 200 OK\r\n', endless('A: b\r\n'))),
  'sends one header without end': plain(first('HTTP/1.1 200 OK\r\nA: ', endless('x'.repeat(100)))),
  'drips headers': plain(first('HTTP/1.1 200 OK\r\n', endless('A: b\r\n', 5))),
  'sends empty lines without end': plain(endless('\r\n'.repeat(500))),
  'is no HTTP server': plain(says('220 mail.example ESMTP\r\n')),
  'speaks another version': plain(says('HTTP/9.9 200 OK\r\n\r\n')),
  'has a status out of range': plain(andCloses('HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n')),
  'has two different lengths': plain(
    says('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  ),
  'sends less than it promised': plain(andCloses('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\na')),
  'promises a body and never sends it': plain(says('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n')),
  'drips a body': plain(first(CHUNKED, endless('1\r\nx\r\n', 5))),
  'sends a body without end': plain(first(CHUNKED, endless(`400\r\n${'x'.repeat(0x400)}\r\n`))),
  'sends a chunk with an endless extension': plain(first(`${CHUNKED}1;`, endless('x'.repeat(100)))),
  'sends trailers without end': plain(first(`${CHUNKED}0\r\n`, endless('A: b\r\n'))),
  'sends a wrong chunk': plain(says(`${CHUNKED}zz\r\n`)),
  'sends two answers': plain(says('HTTP/1.1 204 No\r\n\r\nHTTP/1.1 500 No\r\n\r\n')),
  'never begins TLS': atOnce('secure', () => undefined),
  'begins TLS and stops': atOnce('secure', says('\x16\x03\x03\x00\x7a\x02')),
  'drips TLS': atOnce('secure', first('\x16\x03\x03\x40\x00', endless('\x02', 5))),
  'answers TLS in plain text': atOnce('secure', andCloses('HTTP/1.1 200 OK\r\n\r\n')),
  'closes during TLS': atOnce('secure', (socket) => void socket.end()),
}

export interface HostileReceiver {
  url: string
  server: Server
  /** Connections that are open now. */
  open: () => number
  close: () => void
}

/** A receiver on this machine that behaves so. */
export async function openHostile({
  kind,
  behave,
  atOnce,
}: ReceiverShape): Promise<HostileReceiver> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    if (!atOnce) socket.once('data', () => behave(socket))
    socket.resume()
    if (atOnce) behave(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `${kind === 'secure' ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    server,
    open: () => sockets.size,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
