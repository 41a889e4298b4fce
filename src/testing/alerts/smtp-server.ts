import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { MailServer } from '../../alerts/mail.ts'
import { selfSigned } from '../../wallet/names/fixtures/certificate.ts'

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
  isLoggedIn: boolean
}

/** Starts a real SMTP server on this machine, in a mood of `smtp-server.py`. */
export async function startSmtp(mood = 'takes', ...certificate: string[]) {
  const server = spawn('/usr/bin/python3', ['-u', SCRIPT, mood, ...certificate])
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

/** Starts one that takes mails over TLS alone, by STARTTLS or from the first byte, from who logs in; `authority` is a file with its certificate. */
export async function startTlsSmtp(mood: 'starttls' | 'smtps', folder: string, host = 'localhost') {
  const { cert, key } = selfSigned(host)
  const files = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
  for (const [at, text] of [cert, key].entries()) writeFileSync(files[at] ?? '', text)
  const { settings, ...smtp } = await startSmtp(mood, ...files)
  const isSecure = mood === 'smtps'
  const login = { user: 'user', pass: 'a password' }
  return {
    ...smtp,
    authority: files[0] ?? '',
    settings: { ...settings, host: 'localhost', isSecure, needsTls: !isSecure, login },
  }
}

export function serverAt(port: number): MailServer {
  return {
    ...{ host: '127.0.0.1', port, isSecure: false, needsTls: false, login: null },
    from: 'Plimsoll <alerts@example.org>',
  }
}
