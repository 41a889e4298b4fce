import { expect, test } from 'vitest'
import { securityText } from './security-text.ts'

const today = '2026-11-24'

test('a report goes to the private form of GitHub, until less than a year after the build', () => {
  const repository = 'https://github.com/us/plimsoll'
  expect(securityText({ repository, site: 'https://risk.example', today })).toBe(
    [
      'Contact: https://github.com/us/plimsoll/security/advisories/new',
      'Expires: 2027-10-20T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://risk.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

test('elsewhere it goes to the repository, and an unknown site names no address', () => {
  const text = securityText({ repository: 'https://git.example/us/x', site: null, today })
  expect(text).toContain('Contact: https://git.example/us/x\n')
  expect(text).not.toContain('Canonical')
})
