import { expect, test } from 'vitest'
import { graphFile } from '../contract/graph-file.ts'
import { aProtocol, TABLES } from '../dependencies/fixtures/world.ts'
import { buildGraph } from '../dependencies/graph.ts'
import { createGraphFile } from './graph-file.ts'

test('the file has how many tokens the pools of an exchange hold, where that may be more than two', () => {
  const protocols = [
    aProtocol('a', { USDC: 1 }, { holdsAs: 'pool', legs: 3 }),
    aProtocol('b', { USDC: 1 }, { holdsAs: 'pool' }),
  ]
  const file = graphFile.parse(createGraphFile(buildGraph(protocols, TABLES, '2026-01-02'), []))
  expect(file.protocols.map(({ legs }) => legs)).toEqual([3, undefined])
})
