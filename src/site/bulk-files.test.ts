import { expect, test } from 'vitest'
import { fileSize } from './bulk-files.ts'

test.each([
  [1_570_687, '1.57\u00a0MB'],
  [63_210, '63.2\u00a0KB'],
  [999, '0.999\u00a0KB'],
  [10_051_584, '10.1\u00a0MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
