import * as z from 'zod'
import { PlimsollError } from '../domain/errors.ts'
import { isThisMachine } from '../domain/this-machine.ts'

/** Environment variables of e-mail. Values may contain passwords, so no message repeats them. */
export const mailEnvironment = z.object({
  /** The operator's mail server. */
  SMTP_URL: z.string().optional(),
  /** Whom mails are from. */
  MAIL_FROM: z.string().optional(),
})

export interface MailSettings {
  host: string
  port: number
  /** TLS from the first byte (`smtps://`). */
  isSecure: boolean
  /** Sends nothing before STARTTLS: for each server that is not on this machine. */
  needsTls: boolean
  login: { user: string; pass: string } | null
  from: string
}

/** Of submission over TLS, and without it (RFC 8314; RFC 6409). */
const PORTS = { 'smtps:': 465, 'smtp:': 587 }

/** An address, alone or behind a name in plain letters: what may stand in a header without being encoded. */
const FROM = /^([\w .'-]{1,60} <[\w.+-]{1,64}@[\w.-]{1,200}>|[\w.+-]{1,64}@[\w.-]{1,200})$/

/** Null without both: then no e-mail is sent. Throws `CONFIG_INVALID`, which names the variable and no value. */
export function mailSettings({
  SMTP_URL: server,
  MAIL_FROM: from,
}: z.infer<typeof mailEnvironment>): MailSettings | null {
  if (!server && !from) return null
  if (!server || !from) throw invalid('SMTP_URL and MAIL_FROM belong together: set both or none')
  const url = URL.parse(server)
  const port = url && PORTS[url.protocol as keyof typeof PORTS]
  if (!url || !port || url.hostname === '' || /[^/]/.test(url.pathname + url.search + url.hash)) {
    throw invalid('SMTP_URL must be smtp://HOST or smtps://HOST, with USER:PASSWORD@ and :PORT')
  }
  if (!FROM.test(from)) throw invalid('MAIL_FROM must be an address or “Name <address>”')
  const { protocol, hostname, username: user, password: pass } = url
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? port : Number(url.port),
    isSecure: protocol === 'smtps:',
    needsTls: protocol === 'smtp:' && !isThisMachine(hostname),
    login: user === '' ? null : { user: decodeURIComponent(user), pass: decodeURIComponent(pass) },
    from,
  }
}

function invalid(reason: string): PlimsollError {
  return new PlimsollError('CONFIG_INVALID', `Check the environment: ${reason}.`)
}
