import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { VERSION } from './version.ts'

test('the version of the service is that of its package', () => {
  expect(VERSION).toBe(packageJson.version)
})
