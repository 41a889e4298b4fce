import { expect, test } from 'vitest'
import { collectGarbage } from './little-heap.ts'

test('what is not in use any more is given back at once', async () => {
  const used = () => process.memoryUsage().heapUsed
  await collectGarbage()
  const before = used()
  let texts: string[] | null = Array.from({ length: 500_000 }, (_, index) => `text ${index}`)
  expect(texts.length).toBe(500_000)
  expect(used() - before).toBeGreaterThan(15e6)
  texts = null
  await collectGarbage()
  expect(used() - before).toBeLessThan(10e6)
})
