import { once } from 'node:events'
import type { Server } from 'node:http'
import { PlimsollError } from '../../domain/errors.ts'

/**
 * Listens, and returns the URL that a browser on this machine opens. Throws `USAGE` with what to do when it cannot: a setting for another
 * port, as `settingOf` writes it.
 */
export async function listen(
  server: Server,
  port: number,
  host: string,
  settingOf: (port: number) => string = (other) => `PORT=${other}`,
): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw cannotListen(host, port, error, settingOf)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return `http://${localName(host)}:${bound}`
}

const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL']

function cannotListen(
  host: string,
  port: number,
  error: unknown,
  settingOf: (port: number) => string,
): PlimsollError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') {
    const next = port < 65_535 ? port + 1 : 8888
    return new PlimsollError(
      'USAGE',
      `Port ${port} is in use. Stop the other program, or choose another port: ${settingOf(next)} npm run serve`,
    )
  }
  if (code === 'EACCES') {
    return new PlimsollError(
      'USAGE',
      `Port ${port} needs more rights than this user has. Choose one above 1023: ${settingOf(8888)} npm run serve`,
    )
  }
  if (NO_ADDRESS.includes(code)) {
    const message = `${host} is no address of this machine (${code}), so nothing can listen there.`
    return new PlimsollError('USAGE', message)
  }
  return new PlimsollError('USAGE', `Cannot listen on ${host}, port ${port}: ${String(error)}`)
}

function localName(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
