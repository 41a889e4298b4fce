import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allCompilations, artefactOf } from './compile.ts'

test.each(allCompilations())(
  'the kept code of $name is what its source compiles to, byte for byte',
  (each) => {
    expect(artefactOf(each)).toBe(readFileSync(each.artefact, 'utf8'))
  },
  60_000,
)
