import { expect, test } from 'vitest'
import { hangingFetch } from '../../testing/hanging-fetch.ts'
import { answerTo } from './ask.ts'

const answering = (body: string, status: number) =>
  answerTo('fails=lido:0.1', async () => new Response(body, { status }))

test('an answer is given as it came', async () => {
  expect(await answering('{"data":{"rows":[]}}', 200)).toMatchObject({ data: { rows: [] } })
})

test('an error of the service is named with its status, whatever its form', async () => {
  const title = 'The scenario could not be computed: the service answered with status 503.'
  expect(await answering('<html>', 503)).toMatchObject({ title, text: '' })
  const refused = '{"error":{"message":"No.","details":{"fails":["is empty"]}}}'
  const refusal = { title: 'No.', text: 'The scenario is empty.' }
  expect(await answering(refused, 400)).toMatchObject(refusal)
})

test('an answer that does not come in time is none', async () => {
  expect(await answerTo('fails=lido:0.1', hangingFetch, 1)).toMatchObject({
    title: 'No answer came.',
  })
})
