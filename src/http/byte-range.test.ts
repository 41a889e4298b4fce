import { expect, test } from 'vitest'
import { inPart, readRange } from './byte-range.ts'

test('a range is never outside the file', () => {
  for (const [first, last] of [
    [0, 0],
    [5, 2],
    [9, 9],
    [10, 10],
    [0, 99],
  ] as const) {
    const range = readRange(`bytes=${first}-${last}`, 10)
    if (range !== null && range !== 'none') {
      expect(range.start).toBeLessThanOrEqual(range.end)
      expect(range.end).toBeLessThan(10)
    }
  }
  expect([readRange('bytes=5-2', 10), readRange('bytes=-0', 10), readRange('bytes=-', 10)]).toEqual(
    [null, 'none', null],
  )
  expect([readRange('bytes=-99', 10), readRange('bytes=0-', 0)]).toEqual([
    { start: 0, end: 9 },
    'none',
  ])
})

test.each([
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['lines=1-2', 200, '0123456789', null],
])('%s of a file that was sent whole is %i', async (range, status, text, contentRange) => {
  const response = inPart(asked({ Range: range }), whole())
  expect(response.status).toBe(status)
  expect(await response.text()).toBe(text)
  expect(response.headers.get('content-range')).toBe(contentRange)
})

test('what is not a whole file of a known size stays as it is', () => {
  const range = { Range: 'bytes=0-1' }
  const part = new Response('01', { status: 206, headers: { 'Content-Length': '2' } })
  expect(inPart(asked(range), part)).toBe(part)
  const unsized = new Response('0123456789')
  expect(inPart(asked(range), unsized)).toBe(unsized)
  const file = whole()
  expect(inPart(asked({ ...range, 'If-Range': '"x"' }), file)).toBe(file)
  expect(inPart(asked({}), file)).toBe(file)
})

function asked(headers: Record<string, string>): Request {
  return new Request('https://plimsoll.example/bulk/latest/a.csv', { headers })
}

/** In chunks that no range begins or ends with. */
function whole(): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of ['012', '3456', '789']) controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'Content-Length': '10' } })
}
