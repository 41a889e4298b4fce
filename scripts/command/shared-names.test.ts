import { expect, test } from 'vitest'
import { sharedNames } from './shared-names.ts'

test('names the types that two files export, and neither a use nor an exception', () => {
  const files = [
    ['a.ts', 'export interface Tide {\n}\nexport type Graph = 1\nexport class Ebb {}'],
    ['b.ts', "export type Tide = 2\nexport class Graph {}\nimport type { Ebb } from './a.ts'"],
  ] as const
  expect(sharedNames(files)).toEqual(['Tide: a.ts, b.ts'])
})
