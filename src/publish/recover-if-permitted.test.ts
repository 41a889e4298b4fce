import { expect, test } from 'vitest'
import { recoverIfPermitted } from './recover-if-permitted.ts'

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}

test.each(['EACCES', 'EPERM', 'EROFS'])('a folder of another user is left alone: %s', (code) => {
  expect(() => recoverIfPermitted('dist', failing(code))).not.toThrow()
})

test('another fault is thrown', () => {
  expect(() => recoverIfPermitted('dist', failing('EIO'))).toThrow('EIO')
})
