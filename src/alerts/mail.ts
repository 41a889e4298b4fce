import { connect, type Socket } from 'node:net'
import { ATTEMPT_MS } from './post.ts'
import { DeadlineError, settleWithin } from './settle-within.ts'

/** The operator's mail server, and whom mails are from. */
export interface MailServer {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS where the server offers it. */
  isSecure: boolean
  /** Sends nothing before STARTTLS. */
  needsTls: boolean
  login: { user: string; pass: string } | null
  /** An address, with or without a name before it. */
  from: string
}

export interface Mail {
  /** One address, checked before. */
  to: string
  subject: string
  text: string
  /** The same for every attempt, so that a mail that comes twice is seen as one. */
  id: string
  /** Address that ends further mails by a POST (RFC 8058); null for none. */
  unsubscribe: string | null
}

/** How an attempt ended. */
export interface MailReply {
  /** Status of SMTP; null without an answer. */
  status: number | null
  /** In a few words, never text of the server; null when the mail was taken. */
  problem: string | null
  /** Whether the address does not exist (any more). */
  isGone: boolean
  /** Whether our own server failed before it was given an address. */
  isOurs: boolean
}

/** Sends one mail. Never rejects, and settles within the time of an attempt, or when the signal fires: then the connection is closed. */
export type SendMail = (mail: Mail, signal?: AbortSignal) => Promise<MailReply>

export function createMailer(server: MailServer, attemptMs = ATTEMPT_MS): SendMail {
  return async (mail, signal) => {
    try {
      return await settleWithin(attemptMs, signal, (ended) => deliver(server, mail, ended))
    } catch (error) {
      return refused(error)
    }
  }
}

async function deliver(
  { host, port, isSecure, needsTls, login, from }: MailServer,
  { to, subject, text, id, unsubscribe }: Mail,
  ended: AbortSignal,
): Promise<MailReply> {
  // 440 KB, which only who sends mail needs.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...{ host, port, secure: isSecure, requireTLS: needsTls, disableFileAccess: true },
    ...{ disableUrlAccess: true, ...(login && { auth: login }) },
    getSocket: (_: unknown, done: SocketTaken) => {
      open(host, port, ended).then((connection) => done(null, { connection }), done)
    },
  })
  const domain = from.slice(from.indexOf('@') + 1).replace('>', '')
  const { response } = await transport.sendMail({
    ...{ from, to: { name: '', address: to }, subject, text },
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== null && {
        // On one line: not every mail server reads a folded one.
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  })
  const status = Number(/^\d{3}/.exec(response)?.[0] ?? 250)
  return { status, problem: null, isGone: false, isOurs: false }
}

type SocketTaken = (error: Error | null, socket?: { connection: Socket }) => void

/** A connection of ours, so that it is closed when the time is over: the library's own waits for each answer anew. */
function open(host: string, port: number, ended: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal: ended })
    ended.addEventListener('abort', () => socket.destroy(), { once: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

/** What says that an address takes no mail (RFC 5321, 4.2.3), unless the reason is a policy (RFC 3463, X.7.X), which may change. */
const NO_ADDRESS = [521, 550, 551, 553, 556]
const POLICY = /^\d{3}[ -]5\.7\.\d/

function refused(error: unknown): MailReply {
  const { responseCode, command, response } = Object(error) as Record<string, unknown>
  const status = typeof responseCode === 'number' ? responseCode : null
  const isOfAddress = command === 'RCPT TO'
  const isGone =
    isOfAddress &&
    status !== null &&
    NO_ADDRESS.includes(status) &&
    !POLICY.test(String(response ?? ''))
  const isOurs = !isOfAddress && command !== 'DATA'
  return { status, problem: problemOf(error, status), isGone, isOurs }
}

function problemOf(error: unknown, status: number | null): string {
  if (status !== null) return `status ${status} of the mail server`
  if (error instanceof DeadlineError) return 'no answer of the mail server in time'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'the mail server refused the connection'
  if (code === 'EAUTH') return 'the mail server refused the login'
  // The library puts a code of its own in place of that of the refused certificate.
  const reason = error instanceof Error && code === 'ESOCKET' ? error.message : code
  if (/TLS|CERT|SSL|ALTNAME/i.test(reason)) return 'the mail server offers no valid TLS'
  return 'the mail server cannot be reached'
}
