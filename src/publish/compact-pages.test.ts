import { expect, test } from 'vitest'
import { compact } from './compact-pages.ts'

test('a page is made shorter before it is written, and other files are left alone', async () => {
  const answer = (body: string, type: string) =>
    compact(new Response(body, { status: 201, headers: { 'Content-Type': type } }))
  const page = await answer('<ul> <li>1</li> </ul>', 'text/html; charset=utf-8')
  expect([page.status, await page.text()]).toEqual([201, '<ul><li>1</ul>'])
  const feed = await answer('{ "html": "<ul> <li>" }', 'application/json')
  expect(await feed.text()).toBe('{ "html": "<ul> <li>" }')
})
