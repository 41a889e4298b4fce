import { expect, test, vi } from 'vitest'
import { SOLANA } from '../chains/scan-chains.ts'
import { withNodes } from '../chains/wallet-nodes.ts'
import { contractRows, liveChains } from './live.ts'

const NOBODY_LISTENS = 'http://127.0.0.1:9'

test('every chain of the contract table is one that a live run has nodes for, but for four that stay unread', () => {
  const names = new Set([...withNodes({}).chains, SOLANA].map(({ name }) => name))
  const chains = new Set(contractRows().map(({ chain }) => chain))
  expect([...chains].filter((name) => !names.has(name)).sort()).toEqual([
    'Aurora',
    'Core',
    'Flare',
    'Plume',
  ])
})

test('without a node that answers a run fails, and closes the code that it opened', async () => {
  const close = vi.fn()
  const source = liveChains({
    nodes: withNodes({}).chains.map((chain) => ({ ...chain, urls: [NOBODY_LISTENS] })),
    solana: [NOBODY_LISTENS],
    openCodes: () => ({ get: () => undefined, set: () => {}, close }),
  })
  const unused = () => Promise.reject(new Error('It reads no endpoint.'))
  const context = { asOf: '2026-11-22', read: unused, readJson: unused, stored: () => [] }
  await expect(source.read(context)).rejects.toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
  expect(close).toHaveBeenCalledOnce()
})
