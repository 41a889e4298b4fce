import { expect, test } from 'vitest'
import { SILENT } from '../src/domain/progress.ts'
import { failureOf } from './command/failure.ts'
import { validate } from './validate.ts'

async function start(words: string[], read?: (file: string) => Uint8Array) {
  const printed: string[] = []
  const output = {
    print: (text: string) => void printed.push(text),
    progress: SILENT,
    style: (_: string, text: string) => text,
    ...(read && { read }),
  }
  const status = await validate(words, output).catch((error: unknown) => {
    const { message, code } = failureOf(error)
    printed.push(message)
    return code
  })
  return { status, printed: printed.join('\n') }
}

test('--help says what is read, and every exit code', async () => {
  const { status, printed } = await start(['--help'])
  expect(status).toBe(0)
  for (const word of [
    '--json',
    'data/validation/*.parquet',
    '0 all',
    '1 one',
    '2 a wrong option',
  ]) {
    expect(printed).toContain(word)
  }
})

test('a wrong option and a file that is no cohort end with 2 and one line', async () => {
  const wrong = await start(['--nonsense'])
  expect([wrong.status, wrong.printed.split('\n').length]).toEqual([2, 1])
  const other = await start([], () => new Uint8Array(8))
  expect(other).toEqual({ status: 2, printed: expect.stringContaining('This is no cohort') })
})
