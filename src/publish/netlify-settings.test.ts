import { describe, expect, test } from 'vitest'
import { readNetlifySettings as readSettings } from './netlify-settings.ts'

const SECRET = 'x'.repeat(32)
const ON_NETLIFY = { NETLIFY: 'true', URL: 'https://plimsoll.example/', PLIMSOLL_SECRET: SECRET }

const TODAY = '2026-11-22'

const readNetlifySettings = (env: Record<string, string | undefined>) => readSettings(env, TODAY)

describe('readNetlifySettings', () => {
  test('on Netlify the site itself is gone on from', () => {
    expect(readNetlifySettings({ ...ON_NETLIFY, CONTEXT: 'production' })).toEqual({
      siteUrl: 'https://plimsoll.example',
      newHistory: false,
      restore: null,
      isProduction: true,
      source: 'live',
      budget: 9,
    })
  })

  test('a preview publishes the last snapshot again, without a secret of its own', () => {
    const { PLIMSOLL_SECRET: _, ...env } = ON_NETLIFY
    expect(readNetlifySettings({ ...env, CONTEXT: 'deploy-preview' })).toMatchObject({
      isProduction: false,
      source: 'previous',
    })
  })

  test('elsewhere the site must be named, and an empty variable is none', () => {
    const env = { NETLIFY: 'true', NETLIFY_LOCAL: 'true', URL: 'https://x.example' }
    expect(readNetlifySettings(env).siteUrl).toBeNull()
    expect(readNetlifySettings({ PLIMSOLL_SITE_URL: '' }).siteUrl).toBeNull()
    const named = { ...env, PLIMSOLL_SITE_URL: 'https://y.example' }
    expect(readNetlifySettings(named).siteUrl).toBe('https://y.example')
  })

  test.each([
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2026-11-22', true],
    ['2026-11-23', true],
    ['2026-11-24', false],
    ['', false],
  ])('a new history that is permitted on %s is permitted today: %s', (day, permitted) => {
    const { newHistory, siteUrl } = readNetlifySettings({
      ...ON_NETLIFY,
      PLIMSOLL_NEW_HISTORY: day,
    })
    expect(newHistory).toBe(permitted)
    expect(siteUrl).toBe('https://plimsoll.example')
  })

  test('a copy to restore may be a folder or an address', () => {
    for (const place of ['./copy', 'https://x.example/copy/manifest.json']) {
      expect(readNetlifySettings({ PLIMSOLL_RESTORE: place }).restore).toBe(place)
    }
  })

  test.each([undefined, '', 'short'])('production without a secret (%s) is not built', (secret) => {
    expect(() => readNetlifySettings({ ...ON_NETLIFY, PLIMSOLL_SECRET: secret })).toThrow(
      'PLIMSOLL_SECRET',
    )
  })

  test('every bad variable is named, and no value is repeated', () => {
    const env = {
      PLIMSOLL_DEPLOY_BUDGET: 'hush',
      PLIMSOLL_SOURCE: 'hush',
      PLIMSOLL_SITE_URL: 'hush',
      PLIMSOLL_NEW_HISTORY: 'hush',
    }
    const read = () => readNetlifySettings(env)
    for (const name of Object.keys(env)) expect(read).toThrow(name)
    expect(read).not.toThrow('hush')
  })
})
