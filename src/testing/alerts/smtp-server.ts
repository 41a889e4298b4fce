import { spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { MailServer } from '../../alerts/mail.ts'

const SCRIPT = path.join(import.meta.dirname, 'smtp-server.py')

/** Whether Debian's aiosmtpd is on this machine; `.ci/run` installs it. */
export const HAS_SMTP = spawnSync('/usr/bin/python3', ['-c', 'import aiosmtpd']).status === 0

/** A mail, as the server took it. */
export interface TakenMail {
  from: string
  to: string[]
  headers: [name: string, value: string][]
  body: string
  types: string[]
}

/** Starts a real SMTP server on this machine, in a mood of `smtp-server.py`. */
export async function startSmtp(mood = 'takes') {
  const server = spawn('/usr/bin/python3', ['-u', SCRIPT, mood])
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  const read = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? '{}')
  const { port } = (await read()) as { port: number }
  return {
    settings: serverAt(port),
    /** The next mail that it took. */
    next: async () => (await read()) as TakenMail,
    stop: () => server.kill(),
  }
}

export function serverAt(port: number): MailServer {
  return {
    ...{ host: '127.0.0.1', port, isSecure: false, needsTls: false, login: null },
    from: 'Plimsoll <alerts@example.org>',
  }
}
