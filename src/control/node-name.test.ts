import { expect, test } from 'vitest'
import { withNodes } from '../chains/wallet-nodes.ts'
import { nodeName } from './node-name.ts'

const ethereumOf = (given: Record<string, string[]>) => {
  const found = withNodes(given).chains.find(({ key }) => key === 'ethereum')
  if (!found) throw new Error('There is no Ethereum.')
  return found
}

test('a public node is named by its host', () => {
  const chain = ethereumOf({})
  expect(chain.urls.map((url) => nodeName(chain, url))).toContain('ethereum-rpc.publicnode.com')
})

test('a private node is named by its place, though its host has a key in it', () => {
  const [listed = ''] = ethereumOf({}).urls
  const urls = ['https://key.node.example/', `${listed}/my-key`, listed]
  const chain = ethereumOf({ WALLET_RPC_ETHEREUM: urls })
  expect(urls.map((url) => nodeName(chain, url))).toEqual([
    'private node 1 for Ethereum',
    'private node 2 for Ethereum',
    new URL(listed).host,
  ])
})
