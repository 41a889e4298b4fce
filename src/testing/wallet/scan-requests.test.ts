import { describe, expect, test } from 'vitest'
import {
  FURTHER_REQUESTS,
  MAX_PRICE_REQUESTS,
  OF_EACH_NODE,
} from '../../chains/nodes/request-limit.ts'
import { readWalletSettings } from '../../config/wallet.ts'
import { openContracts } from '../../wallet/evm/contracts/open-contracts.ts'
import { scanWallet } from '../../wallet/scan.ts'
import { depsOf, OWNER, PATIENT, worldOf } from './scan-world.ts'

const { nodes } = readWalletSettings({})

/** A scan of every chain with all contract lists, whose nodes all answer alike; and how many requests it sent. */
async function requestsOf(answer: (body: unknown) => Response): Promise<number> {
  let requests = 0
  const { deps } = depsOf(worldOf())
  await scanWallet(OWNER, {
    ...deps,
    chains: nodes.chains,
    contracts: openContracts(),
    // A busy machine must not end the scan before its requests are sent.
    limits: PATIENT,
    fetch: async (_, init) => {
      requests += 1
      return answer(JSON.parse(String(init.body ?? 'null')))
    },
  })
  return requests
}

const toEach = (reply: object) => (body: unknown) => {
  const one = (question: unknown) => ({ jsonrpc: '2.0', id: Object(question).id, ...reply })
  return Response.json(Array.isArray(body) ? body.map(one) : one(body))
}

describe('the requests that one scan sends', () => {
  test.each<[string, (body: unknown) => Response]>([
    ['reports a revert', toEach({ error: { code: 3, message: 'execution reverted' } })],
    [
      'reports a revert in a list alone',
      toEach({ error: { code: -32000, message: 'out of gas' } }),
    ],
    ['takes no lists', () => Response.json({ error: { code: -32600, message: 'no batches' } })],
    ['fails', () => new Response(null, { status: 500 })],
    ['answers with nothing', toEach({ result: '0x' })],
  ])('are at most as many as it may, where every node %s', async (_, answer) => {
    const requests = await requestsOf(answer)
    // The exchange is a node like another.
    const ofNodes = OF_EACH_NODE * (nodes.chains.flatMap(({ urls }) => urls).length + 1)
    expect(requests).toBeLessThanOrEqual(ofNodes + FURTHER_REQUESTS + MAX_PRICE_REQUESTS)
    expect(requests).toBeGreaterThan(10)
  })
})
