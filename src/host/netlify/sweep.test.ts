import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { type SweepOptions, sweepState } from './sweep.ts'

const NOW = Date.UTC(2026, 10, 21, 3, 43)

function run(
  stateUrl: string | undefined,
  stateToken?: string,
  sweep: NonNullable<SweepOptions['sweep']> = async () => 3,
) {
  const lines: string[] = []
  const spy = vi.fn(sweep)
  const log = (line: string) => lines.push(line)
  return {
    done: sweepState({ stateUrl, stateToken, now: NOW, log, sweep: spy }),
    sweep: spy,
    lines,
  }
}

describe(sweepState, () => {
  test.each([undefined, ''])(
    'while STATE_URL is %j, production and previews are swept',
    async (url) => {
      const { done, sweep, lines } = run(url)
      await done
      expect(sweep.mock.calls).toEqual([
        [{ name: 'plimsoll' }, NOW],
        [{ name: 'preview' }, NOW],
      ])
      expect(JSON.parse(lines.join())).toEqual({
        level: 'info',
        job: 'sweep',
        message: 'Days deleted: 6.',
      })
    },
  )

  test('sweeps only the store in STATE_URL, with its site and token', async () => {
    const { done, sweep } = run('blobs:5ec2e7?name=mine', 'nfp_token')
    await done
    expect(sweep.mock.calls).toEqual([
      [{ name: 'mine', siteId: '5ec2e7', token: 'nfp_token' }, NOW],
    ])
  })

  test.each(['https://redis.example', 'rediss://user:word@redis.example', 'sqlite:state.sqlite'])(
    'a store that forgets by itself, %s, is left alone',
    async (url) => {
      const { done, sweep, lines } = run(url, 'token')
      await done
      expect(sweep).not.toHaveBeenCalled()
      expect(lines).toHaveLength(1)
      expect(lines.join()).not.toMatch(/word|redis\.example|token/)
    },
  )

  test('a sweep that fails fails the run, without address or token in log and error', async () => {
    const { done, lines } = run('blobs:5ec2e7', 'nfp_token', () =>
      Promise.reject(new Error('GET https://api.netlify.com/5ec2e7 with nfp_token')),
    )
    const error: unknown = await done.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(`${error} ${lines.join()}`).not.toMatch(/5ec2e7|nfp_token/)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', job: 'sweep' })
  })

  test('a STATE_URL that is none fails the run, and is not repeated', async () => {
    const { done, sweep, lines } = run('ftp://user:word@host')
    await expect(done).rejects.toThrow('STATE_URL')
    expect(sweep).not.toHaveBeenCalled()
    expect(lines.join()).not.toContain('word')
  })

  test('the function runs on a schedule, once a day', () => {
    const text = readFileSync(new URL('../../../functions/sweep.ts', import.meta.url), 'utf8')
    expect(/schedule: '(\d+) (\d+) \* \* \*'/.test(text)).toBe(true)
  })
})
