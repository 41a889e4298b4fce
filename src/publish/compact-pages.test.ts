import { expect, test } from 'vitest'
import { compact } from './compact-pages.ts'

const answer = (body: string, type: string) =>
  new Response(body, { status: 201, headers: { 'Content-Type': type } })

test.each([
  ['alone', (response: Response) => response],
  ['with notes', (response: Response) => ({ response })],
])(
  'a page is made shorter before it is written, and other files are left alone: %s',
  async (_, given) => {
    const page = answer('<ul> <li>1</li> </ul>', 'text/html; charset=utf-8')
    const { response } = await compact(given(page))
    expect([response.status, await response.text()]).toEqual([201, '<ul><li>1</ul>'])
    const feed = await compact(given(answer('{ "html": "<ul> <li>" }', 'application/json')))
    expect(await feed.response.text()).toBe('{ "html": "<ul> <li>" }')
  },
)
