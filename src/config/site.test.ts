import { expect, test } from 'vitest'
import { siteEnvironment, siteSettings } from './site.ts'

const read = (env: Record<string, string>) => siteSettings(siteEnvironment.parse(env))
const refused = (env: Record<string, string>) => !siteEnvironment.safeParse(env).success

test('without settings the pages name no address and no repository', () => {
  expect(read({})).toEqual({ publicUrl: null, repository: null })
})

test('an address is an origin, and a repository has no ending', () => {
  const env = {
    PLIMSOLL_PUBLIC_URL: 'https://Risk.example.org/',
    PLIMSOLL_REPOSITORY: 'https://git.example.org/us/plimsoll.git/',
  }
  expect(read(env)).toEqual({
    publicUrl: 'https://risk.example.org',
    repository: 'https://git.example.org/us/plimsoll',
  })
})

test('what cannot be an address of pages is refused', () => {
  for (const url of ['risk.example.org', 'ftp://risk.example.org', 'https://example.org/risk/']) {
    expect([url, refused({ PLIMSOLL_PUBLIC_URL: url })]).toEqual([url, true])
  }
  for (const url of ['http://git.example.org/x', 'javascript:alert(1)', 'git@example.org:x/y']) {
    expect([url, refused({ PLIMSOLL_REPOSITORY: url })]).toEqual([url, true])
  }
})

test('on Netlify the address is that of the site, unless another is set', () => {
  const netlify = { NETLIFY: 'true', URL: 'https://plimsoll.example' }
  expect(read(netlify).publicUrl).toBe('https://plimsoll.example')
  const own = { ...netlify, PLIMSOLL_PUBLIC_URL: 'https://risk.example.org' }
  expect(read(own).publicUrl).toBe('https://risk.example.org')
})

test('a variable URL of the shell means nothing elsewhere, and a bad one does no harm', () => {
  expect(read({ URL: 'https://plimsoll.example' }).publicUrl).toBeNull()
  expect(read({ NETLIFY: 'true', URL: 'nonsense' }).publicUrl).toBeNull()
})
