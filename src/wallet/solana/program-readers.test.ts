import { expect, test } from 'vitest'
import { PROGRAM_GAPS } from './program-gaps.ts'
import { PROGRAM_READERS } from './program-readers.ts'

test('only protocols with a reader have gaps', () => {
  const all = PROGRAM_READERS.flatMap(({ protocols }) => protocols)
  for (const protocol of Object.keys(PROGRAM_GAPS)) expect(all).toContain(protocol)
})
