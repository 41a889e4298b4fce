import { expect, test } from 'vitest'
import { openGraph } from '../api/routes/stress/open-graph.ts'
import { graphFile } from '../contract/graph-file.ts'
import { aLentAsset } from '../dependencies/fixtures/lent-asset.ts'
import { aProtocol, TABLES } from '../dependencies/fixtures/world.ts'
import { buildGraph } from '../dependencies/graph.ts'
import { stress } from '../dependencies/stress.ts'
import { createGraphFile } from './graph-file.ts'

test('the file has how many tokens the pools of an exchange hold, where that may be more than two', () => {
  const protocols = [
    aProtocol('a', { USDC: 1 }, { holdsAs: 'pool', legs: 3 }),
    aProtocol('b', { USDC: 1 }, { holdsAs: 'pool' }),
  ]
  const file = graphFile.parse(createGraphFile(buildGraph(protocols, TABLES, '2026-01-02'), []))
  expect(file.protocols.map(({ legs }) => legs)).toEqual([3, undefined])
})

test('the file has what can be put up for loans, though the lender holds none of it', () => {
  const lent = [aLentAsset('usdc', { collateral: 'wsteth', freeUsd: 60, roomUsd: 60 })]
  const input = aProtocol('a', null, { holdsAs: 'collateral', lent })
  const file = createGraphFile(buildGraph([input], TABLES, '2026-01-02'), [])
  const { graph } = openGraph(graphFile.parse(file), TABLES)
  const beyondIf = (id: string) => stress(graph, new Map([[id, 0.5]])).beyond.get('a')
  expect(beyondIf('lido')).toEqual({ roomUsd: 30, freeUsd: 60 })
  expect(beyondIf('circle')).toBeUndefined()
})
