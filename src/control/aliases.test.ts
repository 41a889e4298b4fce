import { expect, test } from 'vitest'
import { withoutAlias } from './aliases.ts'

test('the alias of a contract of Ethereum leads back to it', () => {
  expect(withoutAlias('0x2bad8182c09f50c8318d769245bea52c32be46cd')).toBe(
    '0x1a9c8182c09f50c8318d769245bea52c32be35bc',
  )
  expect(withoutAlias('0x1111000000000000000000000000000000001110')).toBe(`0x${'f'.repeat(40)}`)
})
