import { expect, test } from 'vitest'
import { limitRequests, originOf } from './request-limit.ts'

test('a limited fetch asks so often and no more, and says why it rejects', async () => {
  let asked = 0
  const fetch = async () => {
    asked += 1
    return new Response()
  }
  const limited = limitRequests(fetch, 3)
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => limited('http://localhost', {})),
  )
  expect(asked).toBe(3)
  expect(
    answers.map(({ status }) => status).filter((status) => status === 'rejected'),
  ).toHaveLength(7)
  expect(answers.at(-1)).toMatchObject({ reason: { message: expect.stringContaining('used up') } })
})

test('what one node uses up is not missing to another, and a query is no other node', async () => {
  const fetch = async () => new Response()
  const limited = limitRequests(fetch, 2, 3)
  const answered = async (url: string) => {
    const all = Array.from({ length: 10 }, (_, at) => limited(`${url}?page=${at}`, {}))
    return (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length
  }
  expect([await answered('http://faulty'), await answered('http://sound')]).toEqual([5, 3])
})

test('what a limited fetch was made from is found through every limit', () => {
  const fetch = async () => new Response()
  expect(originOf(limitRequests(limitRequests(fetch, 3), 2))).toBe(fetch)
  expect(originOf(fetch)).toBe(fetch)
})
