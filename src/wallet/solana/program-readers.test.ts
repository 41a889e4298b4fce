import { expect, test } from 'vitest'
import { PROGRAM_GAPS } from './program-gaps.ts'
import { PROGRAM_READERS } from './program-readers.ts'

test('each protocol has one reader, and only those have gaps', () => {
  const all = PROGRAM_READERS.flatMap(({ protocols }) => protocols)
  expect(new Set(all).size).toBe(all.length)
  for (const protocol of Object.keys(PROGRAM_GAPS)) expect(all).toContain(protocol)
})
