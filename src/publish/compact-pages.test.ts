import { afterAll, expect, test } from 'vitest'
import { compact } from './compact-pages.ts'
import { startCompactThread } from './compact-thread.ts'

const thread = startCompactThread()
afterAll(() => thread.close())

const answer = (body: string, type: string) =>
  new Response(body, { status: 201, headers: { 'Content-Type': type } })

const page = (text: string) => answer(`<ul> <li>${text}</li> </ul>`, 'text/html; charset=utf-8')

test.each([
  ['alone', (response: Response) => response],
  ['with notes', (response: Response) => ({ response })],
])(
  'a page is made shorter before it is written, and other files are left alone: %s',
  async (_, given) => {
    const { response } = await compact(given(page('1')), thread)
    expect([response.status, await response.text()]).toEqual([201, '<ul><li>1</ul>'])
    const feed = await compact(given(answer('{ "html": "<ul> <li>" }', 'application/json')), thread)
    expect(await feed.response.text()).toBe('{ "html": "<ul> <li>" }')
  },
)

test('pages made at once each get their own text', async () => {
  const texts = ['a', 'é', '€'.repeat(9_000), '']
  const made = await Promise.all(texts.map((text) => compact(page(text), thread)))
  const shown = await Promise.all(made.map(({ response }) => response.text()))
  expect(shown).toEqual(texts.map((text) => `<ul><li>${text}</ul>`))
})

test.each([
  ['an error', 'throw new Error("no room")', 'no room'],
  ['an end without one', 'process.exit(0)', 'has ended'],
])('%s in the thread fails every page that waits and every later one', async (_, code, message) => {
  const script = `import { parentPort } from 'node:worker_threads'
    parentPort.once('message', () => { ${code} })`
  const broken = startCompactThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`))
  const pages = [compact(page('1'), broken), compact(page('2'), broken)]
  for (const made of pages) await expect(made).rejects.toThrow(message)
  await expect(compact(page('3'), broken)).rejects.toThrow(message)
})
