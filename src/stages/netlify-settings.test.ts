import { describe, expect, test } from 'vitest'
import { readNetlifySettings } from './netlify-settings.ts'

const SECRET = 'x'.repeat(32)
const ON_NETLIFY = { NETLIFY: 'true', URL: 'https://plimsoll.example/', PLIMSOLL_SECRET: SECRET }

describe('readNetlifySettings', () => {
  test('on Netlify the site itself is gone on from', () => {
    expect(readNetlifySettings({ ...ON_NETLIFY, CONTEXT: 'production' })).toEqual({
      siteUrl: 'https://plimsoll.example',
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

  test('a new history goes on from nothing', () => {
    expect(readNetlifySettings({ ...ON_NETLIFY, PLIMSOLL_HISTORY: 'new' }).siteUrl).toBeNull()
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
    }
    const read = () => readNetlifySettings(env)
    for (const name of Object.keys(env)) expect(read).toThrow(name)
    expect(read).not.toThrow('hush')
  })
})
