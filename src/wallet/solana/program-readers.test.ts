import { expect, test } from 'vitest'
import { PROGRAM_GAPS } from './program-gaps.ts'
import { PROGRAM_READERS } from './program-readers.ts'

test('gaps are listed for protocols that are read', () => {
  const read = PROGRAM_READERS.flatMap(({ protocols }) => protocols)
  for (const protocol of Object.keys(PROGRAM_GAPS)) expect(read).toContain(protocol)
})
