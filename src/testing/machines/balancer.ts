import { Agent, createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import { listen } from '../api/local-redis.ts'

/** A balancer in front of hosts on this machine: they take turns, and each other one is asked in place of one that does not answer. */
export async function startBalancer(
  ports: readonly number[],
): Promise<{ url: string; stop(): void }> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer(async (request, response) => {
    const first = turn
    turn = (turn + 1) % ports.length
    for (const port of [...ports.slice(first), ...ports.slice(0, first)]) {
      const { method = 'GET', url: path = '/', headers } = request
      const reply = await ask({ agent, method, path, headers, port })
      if (reply === null) continue
      response.writeHead(reply.status, reply.headers).end(reply.body)
      return
    }
    response.writeHead(502).end()
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The whole response, so that one that breaks off can be asked for again; null without one. */
function ask(options: {
  agent: Agent
  method: string
  path: string
  headers: IncomingHttpHeaders
  port: number
}): Promise<Reply | null> {
  return new Promise((resolve) => {
    const asked = send({ ...options, host: '127.0.0.1' }, async (response) => {
      try {
        const body = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      } catch {
        resolve(null)
      }
    })
    asked.on('error', () => resolve(null))
    asked.end()
  })
}
