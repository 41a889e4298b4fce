import { expect, test } from 'vitest'
import { newRequestId } from './request-id.ts'

test('ids have 32 random hex digits, and none comes twice', () => {
  const ids = Array.from({ length: 1_000 }, newRequestId)
  expect(new Set(ids).size).toBe(1_000)
  for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{32}$/)
})
