import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'

const FOLDER = import.meta.dirname
const lensSchema = z.object({ bytecode: z.string() })
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.json'))

test('there are lenses', () => {
  expect(FILES).toEqual(expect.arrayContaining(['balances.json', 'lens.json', 'pools.json']))
})

test.each(FILES)(
  'the code of %s fits what a chain takes as creation code, with room for the arguments',
  (file) => {
    const { bytecode } = lensSchema.parse(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')))
    expect(bytecode.length / 2).toBeLessThan(16_384)
  },
)
