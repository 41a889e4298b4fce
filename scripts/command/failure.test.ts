import { expect, test } from 'vitest'
import { failureOf } from './failure.ts'

test.each([
  ['mkdir', 'no folder can be made there; the disk may be read-only'],
  ['open', 'there is no such file or folder'],
])('what Node calls missing at %s: %s', (syscall, why) => {
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall, path: '/ro/a' })
  expect(failureOf(error)).toEqual({
    message: `/ro/a cannot be read or written: ${why}.`,
    code: 1,
  })
})
