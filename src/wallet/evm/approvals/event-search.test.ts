import { toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { PERMIT2 } from '../../../domain/approval-sum.ts'
import { tokenAt } from '../../../testing/wallet/portfolios.ts'
import { EVENTS, eventSearch, searchAt } from './event-search.ts'

const at = (n: number) => tokenAt(n) as Address
const OWNER = at(77)
const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const log = (address: string, ...topics: string[]) => ({ address, topics })
const approval = (token: Address, spender: Address, owner = OWNER) =>
  log(token, EVENTS.approval, topic(owner), topic(spender))

const asked: unknown[] = []
function search(result: unknown, status = 200) {
  const fetch = async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)))
    return Response.json({ jsonrpc: '2.0', id: 1, result }, { status })
  }
  const signal = AbortSignal.timeout(5_000)
  return searchAt('https://node.example', fetch).approvals(OWNER, {
    contracts: [at(1), at(2)],
    signal,
  })
}

test('the events are those of ERC-20, of collections and of Permit2', () => {
  expect(Object.values(EVENTS)).toEqual(
    [
      'Approval(address,address,uint256)',
      'ApprovalForAll(address,address,bool)',
      'Approval(address,address,address,uint160,uint48)',
      'Permit(address,address,address,uint160,uint48,uint48)',
    ].map((signature) => toEventSelector(signature)),
  )
})

test('a search asks for one owner at known contracts, and finds each pair once', async () => {
  const found = await search([
    approval(at(1), at(5)),
    approval(at(1), at(5)),
    log(at(2), EVENTS.approvalForAll, topic(OWNER), topic(at(6)).toUpperCase().replace('0X', '0x')),
    log(PERMIT2, EVENTS.permit2Permit, topic(OWNER), topic(at(1)), topic(at(7))),
    // About one NFT, and of a word that is no address.
    log(at(2), EVENTS.approval, topic(OWNER), topic(at(8)), topic(at(1))),
    log(at(2), EVENTS.approval, topic(OWNER), `0x${'f'.repeat(64)}`),
  ])
  expect(found).toEqual({
    spenders: [
      { token: at(1), spender: at(5) },
      { token: at(1), spender: at(7) },
    ],
    operators: [{ collection: at(2), operator: at(6) }],
    isWhole: true,
  })
  expect(asked.at(-1)).toMatchObject({
    method: 'eth_getLogs',
    params: [{ address: [PERMIT2, at(1), at(2)], topics: [Object.values(EVENTS), topic(OWNER)] }],
  })
})

test('more events than fit leave it incomplete', async () => {
  const many = Array.from({ length: 5_001 }, (_, n) => approval(at(1), at(100 + n)))
  const { spenders, isWhole } = await search(many)
  expect([spenders.length, isWhole]).toEqual([5_000, false])
})

test.each([
  ['another owner', [approval(at(1), at(5), at(78))]],
  ['another contract', [approval(at(3), at(5))]],
  ['no list', { logs: [] }],
  ['other bytes', [log(at(1), '0x12')]],
])('an answer with %s is refused', async (_, result) => {
  await expect(search(result)).rejects.toThrow()
})

test('an error of the node is an error', async () => {
  await expect(search([], 429)).rejects.toThrow('429')
})

test('only the nodes of an operator that serve it are searched', () => {
  const fetch = () => Promise.reject(new Error('not asked'))
  expect(eventSearch(['https://ethereum-rpc.publicnode.com'], fetch)).toBeNull()
  expect(eventSearch(['https://eth-mainnet.g.alchemy.com/v2/key'], fetch)).not.toBeNull()
})
