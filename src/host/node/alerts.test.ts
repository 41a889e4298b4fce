import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openSqliteState } from '../../state/sqlite/store.ts'
import { publishedAs, webhookAt } from '../../testing/alerts/published.ts'
import { anAccount } from '../../testing/api/account-contract.ts'
import { listen } from '../../testing/api/local-redis.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { isSharedState, startAlertThread } from './alert-thread.ts'
import { repeatAlerts } from './alerts.ts'

const folder = temporaryFolder()
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe(repeatAlerts, () => {
  test('a look that never ends is ended with one line, and the next one comes', async () => {
    const lines: string[] = []
    const signals: AbortSignal[] = []
    const look = (signal: AbortSignal) => {
      signals.push(signal)
      return new Promise<never>(() => undefined)
    }
    const log = (error: unknown) => lines.push(String(error))
    closing.push(repeatAlerts(look, log, { everyMs: 5, limitMs: 20 }))
    await vi.waitFor(() => expect(signals.length).toBeGreaterThanOrEqual(2))
    expect(signals[0]?.aborted).toBe(true)
    expect(lines[0]).toBe('Error: Sending alerts took longer than 0.02 s and was ended.')
    expect(lines.length).toBeLessThan(signals.length + 1)
  })

  test('a look that fails is logged, and looks never overlap', async () => {
    const lines: string[] = []
    let [underWay, most, looks] = [0, 0, 0]
    const look = async () => {
      looks += 1
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve, 12))
      underWay -= 1
      throw new Error('The store is away.')
    }
    const log = (error: unknown) => lines.push(String(error))
    closing.push(repeatAlerts(look, log, { everyMs: 2, limitMs: 1_000 }))
    await vi.waitFor(() => expect(looks).toBeGreaterThan(2))
    expect(most).toBe(1)
    expect(lines[0]).toBe('Error: The store is away.')
  })

  test('stopping ends the look that is under way, without a line', async () => {
    const lines: unknown[] = []
    const started = Promise.withResolvers<AbortSignal>()
    const look = (signal: AbortSignal) => {
      started.resolve(signal)
      return new Promise<never>(() => undefined)
    }
    const stop = repeatAlerts(look, (error) => lines.push(error), { everyMs: 2 })
    const signal = await started.promise
    stop()
    await vi.waitFor(() => expect(signal.aborted).toBe(true))
    expect(lines).toEqual([])
  })
})

describe(startAlertThread, () => {
  test('sends the alerts of the published folder, and ends at once', async () => {
    const { table, incidents } = publishedAs({ '2026-11-21': { a: 2 }, '2026-11-22': { a: 5 } })
    mkdirSync(path.join(folder, '_data/live'), { recursive: true })
    const write = (name: string, document: unknown) =>
      writeFileSync(path.join(folder, '_data/live', name), JSON.stringify(document))
    write('alerts.json', table)
    write('incidents.json', incidents)
    const got: string[] = []
    const receiver = createServer((request, response) => {
      request.resume()
      got.push(String(request.headers['webhook-id']))
      response.writeHead(204).end()
    })
    const url = `http://127.0.0.1:${await listen(receiver)}/`
    closing.push(() => receiver.close())
    const file = path.join(folder, 'state.sqlite')
    const state = openSqliteState(file)
    closing.push(() => state.close())
    const { id: accountId } = await state.openAccount(anAccount())
    await state.insertWebhook(webhookAt('2026-11-21', { accountId, url }), 3)

    const lines: unknown[] = []
    const stop = startAlertThread(
      {
        ...{ secret: 'a secret', distDir: folder, publicUrl: null, port: 0, mail: null },
        ...{ stateUrl: `sqlite:${file}`, stateToken: null, everyMs: 20 },
      },
      (line) => lines.push(line),
    )
    await vi.waitFor(() => expect(got).toHaveLength(1), { timeout: 10_000, interval: 20 })
    await stop()
    expect(lines).toEqual([])
  })

  test('is not for a state in memory', () => {
    expect(isSharedState('sqlite::memory:')).toBe(false)
    expect(isSharedState('sqlite:data/state.sqlite')).toBe(true)
    expect(isSharedState('redis://localhost')).toBe(true)
  })
})
