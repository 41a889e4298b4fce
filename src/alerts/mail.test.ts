import { execFile } from 'node:child_process'
import { createServer, type Server, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { webhookAt } from '../testing/alerts/published.ts'
import { HAS_SMTP, serverAt, startSmtp, startTlsSmtp } from '../testing/alerts/smtp-server.ts'
import { listen } from '../testing/api/local-redis.ts'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { createMailer, type Mail, type MailServer } from './mail.ts'
import { type Sender, sendConfirmation, sendTest } from './send.ts'

const MAIL: Mail = {
  ...{ to: 'person@example.com', subject: 'Plimsoll: Aave → “elevated”', text: 'Zürich → 4.7\n' },
  ...{ id: 'msg_1', unsubscribe: 'https://risk.example/account/api/mail/unsubscribe?w=1&t=2' },
}

const open: { stop: () => unknown }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.stop()
})

async function started(mood?: string) {
  const smtp = await startSmtp(mood)
  open.push(smtp)
  return smtp
}

/** A server of ours that says what a script makes it say: `undefined` closes, null stays silent. */
async function scripted(
  answer: (line: string) => string | null | undefined,
  greeting: string | null = '220 hello',
) {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    if (greeting !== null) socket.write(`${greeting}\r\n`)
    socket.on('data', (chunk) => {
      for (const line of String(chunk).split('\r\n').filter(Boolean)) {
        const text = answer(line)
        if (text === undefined) socket.destroy()
        else if (text !== null) socket.write(`${text}\r\n`)
      }
    })
  })
  const port = await listen(server)
  open.push({
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return { settings: serverAt(port), sockets }
}

const send = (settings: MailServer, attemptMs = 5_000) => createMailer(settings, attemptMs)(MAIL)

if (!HAS_SMTP) {
  process.stdout.write(
    'Skipped: Debian’s python3-aiosmtpd is not here, so no mail goes through a real server.\n',
  )
}

describe.skipIf(!HAS_SMTP)('a mail through a real server', { timeout: 20_000 }, () => {
  test('arrives as plain text with the headers of one click', async () => {
    const { settings, next } = await started()
    expect(await send(settings)).toEqual({
      status: 250,
      problem: null,
      isGone: false,
      isOurs: false,
    })
    const { from, to, headers, body, types } = await next()
    expect([from, to, types]).toEqual([
      'alerts@example.org',
      ['person@example.com'],
      ['text/plain'],
    ])
    expect(body).toBe('Zürich → 4.7\r\n')
    expect(Object.fromEntries(headers)).toMatchObject({
      From: 'Plimsoll <alerts@example.org>',
      To: 'person@example.com',
      Subject: 'Plimsoll: Aave → “elevated”',
      'Message-ID': '<msg_1@example.org>',
      'List-Unsubscribe': `<${MAIL.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    })
  })

  test('of the service has the link that confirms, and a test the link that ends them', async () => {
    const { settings, next } = await started()
    const sender: Sender = {
      ...{ secret: 'a secret', now: Date.now, isLocal: true, origin: 'https://risk.example' },
      ...{ lookup: () => Promise.reject(new Error('no')), mail: createMailer(settings, 5_000) },
    }
    const webhook = webhookAt('2026-11-22', { form: 'email', url: 'mailto:person@example.com' })
    expect(await sendConfirmation(webhook, 'ab'.repeat(32), sender)).toEqual({ problem: null })
    const asked = await next()
    expect(asked.body).toContain(
      `https://risk.example/account/api/mail/confirm?w=${webhook.id}&t=${'ab'.repeat(32)}`,
    )
    expect(await sendTest(webhook, sender)).toMatchObject({ status: 250, problem: null })
    const sent = await next()
    const headers = Object.fromEntries(sent.headers)
    expect(headers['List-Unsubscribe']).toMatch(
      /^<https:\/\/risk\.example\/account\/api\/mail\/unsubscribe\?w=wh_\w+&a=\w{32}&t=\w{64}>$/,
    )
    expect(sent.body).toContain(String(headers['List-Unsubscribe']).slice(1, -1))
  })

  test('has no header but ours, whatever a text holds', async () => {
    const { settings, next } = await started()
    const subject = 'x\r\nBcc: victim@example.com\r\n\r\nbody'
    await createMailer(settings, 5_000)({ ...MAIL, subject, text: '.\r\n\r\n.\r\nRCPT TO:<v@x>\n' })
    const { headers, to, body } = await next()
    expect(headers.map(([name]) => name.toLowerCase())).not.toContain('bcc')
    expect(to).toEqual(['person@example.com'])
    expect(body).toContain('RCPT TO:<v@x>')
  })

  test.each([
    ['greylists', 451, false],
    ['no-address', 550, true],
    ['policy', 550, false],
    ['full', 452, false],
  ])('that %s is status %i, and of an address that is gone: %s', async (mood, status, isGone) => {
    const { settings } = await started(mood)
    expect(await send(settings)).toEqual({
      ...{ status, isGone, isOurs: false },
      problem: `status ${status} of the mail server`,
    })
  })
})

/** Sends in a process of its own, which takes further authorities from its environment as a service does. */
async function sendTrusting(authority: string, settings: MailServer): Promise<unknown> {
  const code = `const { createMailer } = await import(${JSON.stringify(import.meta.resolve('./mail.ts'))})
    const [server, mail] = process.argv.slice(1).map((text) => JSON.parse(text))
    console.log(JSON.stringify(await createMailer(server, 10_000)(mail)))`
  const words = [
    '--input-type=module',
    '--eval',
    code,
    JSON.stringify(settings),
    JSON.stringify(MAIL),
  ]
  const env = { NODE_EXTRA_CA_CERTS: authority }
  return JSON.parse((await promisify(execFile)(process.execPath, words, { env })).stdout)
}

describe.skipIf(!HAS_SMTP)(
  'a mail server with a certificate of its own',
  { timeout: 30_000 },
  () => {
    const noTls = { status: null, problem: 'the mail server offers no valid TLS', isGone: false }

    test.each(['starttls', 'smtps'] as const)(
      'over %s takes a mail from who trusts it and logs in, and is sent nothing by others',
      async (mood) => {
        const smtp = await startTlsSmtp(mood, folderOfTest())
        open.push(smtp)
        expect(await send(smtp.settings)).toEqual({ ...noTls, isOurs: true })
        expect(await sendTrusting(smtp.authority, smtp.settings)).toMatchObject({ status: 250 })
        // The first one that it took.
        expect(await smtp.next()).toMatchObject({ to: [MAIL.to], isLoggedIn: true })
      },
    )

    test.each(['starttls', 'smtps'] as const)(
      'over %s has to have the right name',
      async (mood) => {
        const smtp = await startTlsSmtp(mood, folderOfTest(), 'mail.example.org')
        open.push(smtp)
        expect(await sendTrusting(smtp.authority, smtp.settings)).toEqual({
          ...noTls,
          isOurs: true,
        })
      },
    )
  },
)

describe('a mail server that is broken', () => {
  test('because nothing is there', async () => {
    const server = createServer()
    const port = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    expect(await send(serverAt(port))).toEqual({
      ...{ status: null, isGone: false, isOurs: true },
      problem: 'the mail server refused the connection',
    })
  })

  test.each([
    ['is silent from the start', null, () => null],
    ['is silent after the greeting', '220 hello', () => null],
    [
      'is silent at the recipient',
      '220 hello',
      (line: string) => (line.startsWith('RCPT') ? null : '250 ok'),
    ],
  ] as const)(
    'that %s is given up in time, and its connection is closed',
    async (_, greeting, answer) => {
      const { settings, sockets } = await scripted(answer, greeting)
      expect(await send(settings, 300)).toMatchObject({
        ...{ status: null, isGone: false },
        problem: 'no answer of the mail server in time',
      })
      await expect.poll(() => sockets.size).toBe(0)
    },
  )

  test('that sends a byte at a time has no more time than another', async () => {
    const { settings, sockets } = await scripted(() => null, null)
    const drip = setInterval(() => {
      for (const socket of sockets) socket.write('2')
    }, 20)
    expect((await send(settings, 300)).problem).toBe('no answer of the mail server in time')
    clearInterval(drip)
  })

  test('that closes, or speaks something else, is a problem of ours in our own words', async () => {
    const closing = await scripted(() => undefined)
    const strange = await scripted(() => null, 'HTTP/1.1 200 a secret text')
    for (const { settings } of [closing, strange]) {
      const { problem, isGone, isOurs } = await send(settings, 2_000)
      expect([isGone, isOurs]).toEqual([false, true])
      expect(problem).toMatch(/the mail server/)
      expect(problem).not.toMatch(/secret/)
    }
  })

  test.each([
    ['offers no TLS', '250-hello\r\n250 AUTH PLAIN LOGIN', '502 no'],
    ['takes STARTTLS back', '250-hello\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN', '454 not now'],
    ['goes on in clear', '250-STARTTLS\r\n250 AUTH PLAIN LOGIN', '220 go\r\n250 AUTH PLAIN LOGIN'],
  ])(
    'that %s, or one in between, gets no mail and no password, where TLS is needed',
    async (_, hello, startTls) => {
      const said: string[] = []
      const { settings } = await scripted((line) => {
        said.push(line)
        return line.startsWith('STARTTLS') ? startTls : line.startsWith('EHLO') ? hello : '250 ok'
      })
      const login = { user: 'user', pass: 'a password' }
      const reply = await send({ ...settings, needsTls: true, login }, 2_000)
      expect([reply.isOurs, reply.isGone]).toEqual([true, false])
      expect(said).toContain('STARTTLS')
      expect(said.join()).not.toMatch(/AUTH|MAIL|RCPT/)
    },
  )

  test('ends at once when the service stops', async () => {
    const { settings, sockets } = await scripted(() => null)
    const controller = new AbortController()
    const sending = createMailer(settings, 10_000)(MAIL, controller.signal)
    await expect.poll(() => sockets.size).toBe(1)
    controller.abort()
    expect((await sending).status).toBeNull()
    await expect.poll(() => sockets.size).toBe(0)
  })
})
