import path from 'node:path'
import { expect, test } from 'vitest'
import { listedContracts } from '../../addresses/listed-contracts.ts'
import { contract } from '../../api/routes/contract/route.ts'
import { readConfig } from '../../config/config.ts'
import { plainAddress, shardOf } from '../../contract/contract-shard.ts'
import { type ContractShard, contractDocument } from '../../contract/contracts.ts'
import type { Catalogue } from '../../domain/catalogue.ts'
import type { ListedContract } from '../../domain/listed-contract.ts'
import { catalogueRows } from '../../export/contract-rows.ts'
import { contractDocuments } from '../../export/contract-shards.ts'
import { aCatalogue } from '../../export/fixtures/catalogue.ts'
import { sandboxCatalogue } from '../../publish/sandbox.ts'
import { aRouteContext } from '../api/route-context.ts'

const SANDBOX = path.resolve(import.meta.dirname, '../../../data/sandbox')
const NO_CONTRACT = /^0x(0{40}|e{40})$/

/** Each place of the rows that no shard has, and what the route answers for the first row of each shard. */
async function look(catalogue: Catalogue, listed: readonly ListedContract[]) {
  const documents = new Map(
    [...contractDocuments(catalogue, listed)].map(({ path: name, body }) => [name, body]),
  )
  const shards = new Map(
    [...documents].map(([name, body]): [string, ContractShard] => [name, JSON.parse(body)]),
  )
  const known = new Set(
    [...shards].flatMap(([name, { contracts }]) =>
      contracts.map(({ chain, address }) => `${name} ${chain} ${address}`),
    ),
  )
  const rows = [...listed, ...catalogue.entries.flatMap(catalogueRows)].flatMap((row) => {
    const address = plainAddress(row.address)
    if (address === null || NO_CONTRACT.test(address)) return []
    return [{ chain: row.chain, address, name: `contracts/${shardOf(address)}.json` }]
  })
  const missing = rows.filter(
    ({ chain, address, name }) => !known.has(`${name} ${chain} ${address}`),
  )
  const firsts = [...Map.groupBy(rows, ({ name }) => name).values()].flatMap(([row]) => row ?? [])
  const answers = await Promise.all(
    firsts.map(async ({ chain, address }) => {
      const response = await contract.handle(
        aRouteContext({
          ...{ parameter: chain, second: address },
          fetchInternal: async (url) => {
            const body = documents.get(url.replace('/_data/live/', '')) ?? null
            return { status: body === null ? 404 : 200, headers: {}, body }
          },
        }),
      )
      return contractDocument.parse(JSON.parse(String(response.body))).data
    }),
  )
  return { rows, missing, answers }
}

test('every contract of our tables is found, and the route answers for one of each file', async () => {
  const { rows, missing, answers } = await look(aCatalogue([]), listedContracts())
  expect(rows.length).toBeGreaterThan(20_000)
  expect(missing).toEqual([])
  expect(answers).toHaveLength(256)
  for (const { protocols, usedBy, notes } of answers)
    expect(protocols.length + usedBy.count + notes.length).toBeGreaterThan(0)
})

test('every contract of the sandbox is found, each of a protocol of its own', async () => {
  const { rows, missing, answers } = await look(
    await sandboxCatalogue(SANDBOX, readConfig({}).upstreams),
    [],
  )
  expect(rows.length).toBeGreaterThan(60)
  expect(missing).toEqual([])
  for (const { protocols } of answers)
    for (const { id } of protocols) expect(id).toMatch(/^sandbox-/)
})
