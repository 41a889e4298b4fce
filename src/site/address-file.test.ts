import { expect, test } from 'vitest'
import { findAddress } from '../contract/contract-shard.ts'
import { contractShard } from '../contract/contracts.ts'
import { addressFile } from './address-file.ts'

const ABOUT = {
  ...{ name: 'Harbour', status: 'active', compositeScore: 4, riskLevel: 'moderate' },
  ...{ control: null, incidents: { count: 0, newest: null } },
}
const role = (name: string) => ({ role: name, source: 0 })

test('a contract is found with the plainest role in each protocol that has a page, on every chain', () => {
  const shard = contractShard.parse({
    lookedAt: { day: '2026-01-01', contracts: 3, tables: [] },
    protocols: {
      harbour: { ...ABOUT, listed: true },
      gone: { ...ABOUT, listed: false, status: null },
    },
    sources: ['a@1'],
    contracts: [
      {
        ...{ chain: 'Ethereum', address: '0xa' },
        protocols: [
          { id: 'harbour', roles: [role('funds'), role('receipt')] },
          { id: 'gone', roles: [role('receipt')] },
        ],
      },
      { chain: 'Base', address: '0xa', protocols: [{ id: 'harbour', roles: [role('receipt')] }] },
      { chain: 'Base', address: '0xb', notes: [{ name: 'A', source: 0 }] },
    ],
  })
  const file = addressFile(shard)
  expect(findAddress(JSON.parse(JSON.stringify(file)), '0xa')).toEqual([
    { chain: 'Ethereum', protocol: 'harbour', role: 'funds' },
    { chain: 'Base', protocol: 'harbour', role: 'receipt' },
  ])
  expect(findAddress(file, '0xb')).toEqual([])
})
