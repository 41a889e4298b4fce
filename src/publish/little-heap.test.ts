import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** In a heap of its own: that of the tests is large, and takes seconds to collect. */
const MEASURE = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData).then(async ({ collectGarbage }) => {
    const used = () => process.memoryUsage().heapUsed
    await collectGarbage()
    const before = used()
    const texts = Array.from({ length: 500_000 }, (_, index) => 'text ' + index)
    const grown = used() - before
    texts.length = 0
    await collectGarbage()
    parentPort.postMessage([grown, used() - before])
  })
`

test('what is not in use any more is given back at once', async () => {
  const module = new URL('./little-heap.ts', import.meta.url).href
  const [[grown, left]] = await once(
    new Worker(MEASURE, { eval: true, workerData: module }),
    'message',
  )
  expect(grown).toBeGreaterThan(15e6)
  expect(left).toBeLessThan(10e6)
})
