import { expect, test } from 'vitest'
import { sampleNotice } from './notice.ts'

test('only a live snapshot goes without a notice', () => {
  expect(sampleNotice('live')).toBeNull()
  expect(sampleNotice('seed')?.full).toMatch(/^Bundled sample\. Market figures are as of/)
  expect(sampleNotice('recorded')?.short).toMatch(/^Recorded sample\./)
})

test('an origin without a name is never taken for live', () => {
  expect(sampleNotice('sandbox')?.short).toContain('sandbox')
})
