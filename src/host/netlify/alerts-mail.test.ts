import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRedisFullState } from '../../state/redis/full-state.ts'
import { connectRedis } from '../../state/redis/tcp.ts'
import { publishedAs, webhookAt } from '../../testing/alerts/published.ts'
import { HAS_SMTP, startTlsSmtp } from '../../testing/alerts/smtp-server.ts'
import { bundle } from '../../testing/api/function-bundles.ts'
import { NO_REDIS, startRedis, startRedisOverHttp } from '../../testing/api/local-redis.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'

const TOKEN = 'a token'

test.skipIf(NO_REDIS !== null || !HAS_SMTP)(
  'the scheduled function, as it is bundled, sends mails through the server of SMTP_URL',
  async () => {
    const root = folderOfTest()
    const documents = path.join(root, 'dist/_data/live')
    const { table, incidents } = publishedAs({ '2026-11-21': { a: 2 }, '2026-11-22': { a: 5 } })
    mkdirSync(documents, { recursive: true })
    writeFileSync(path.join(documents, 'alerts.json'), JSON.stringify(table))
    writeFileSync(path.join(documents, 'incidents.json'), JSON.stringify(incidents))

    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const http = await startRedisOverHttp(redis.url, TOKEN)
    onTestFinished(() => http.stop())
    // More patient than the service, for a busy machine.
    const { command, end } = await connectRedis(redis.url, 20_000)
    const state = createRedisFullState(command, end, Date.now)
    onTestFinished(() => state.close())
    const { id: accountId } = await state.openAccount({
      ...{ id: 'acc_0123456789abcdef0123', wallet: 'eip155:0x0', plan: 'free' },
      createdAt: '2026-11-21T00:00:00.000Z',
    })
    const mail = { form: 'email', url: 'mailto:person@example.com' } as const
    await state.insertWebhook(webhookAt('2026-11-21', { accountId, ...mail }), 3)

    const smtp = await startTlsSmtp('smtps', root)
    onTestFinished(() => void smtp.stop())
    const file = path.join(root, 'alerts.mjs')
    writeFileSync(file, (await bundle('functions/alerts.ts', 'node')).text)
    const run = 'await (await import(process.argv[1])).default()'
    const env = {
      ...{ LAMBDA_TASK_ROOT: root, URL: 'https://risk.example.org' },
      ...{ STATE_URL: http.url, STATE_TOKEN: TOKEN, PLIMSOLL_SECRET: 's'.repeat(32) },
      SMTP_URL: `smtps://user:a%20password@localhost:${smtp.settings.port}`,
      ...{ MAIL_FROM: 'alerts@example.org', NODE_EXTRA_CA_CERTS: smtp.authority },
    }
    const words = ['--input-type=module', '--eval', run, file]
    // As the schedule does, again after a run that a busy machine kept from the state for half a second.
    const { stdout } = await vi.waitFor(
      () => promisify(execFile)(process.execPath, words, { env }),
      { timeout: 45_000 },
    )

    expect(JSON.parse(stdout)).toMatchObject({ job: 'alerts', made: 1, delivered: 1, failed: 0 })
    const { to, isLoggedIn, body } = await smtp.next()
    expect([to, isLoggedIn]).toEqual([['person@example.com'], true])
    expect(body).toContain('https://risk.example.org/protocol/a/')
  },
)
