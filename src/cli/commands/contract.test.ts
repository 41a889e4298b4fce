import { expect, test } from 'vitest'
import { createClient, PlimsollError } from '../../client/index.ts'
import { data, fakeService } from '../../testing/client/fake-service.ts'
import { describeFailure } from '../failure.ts'
import { contractAction } from './contract.ts'

const VIEW = { colours: false, columns: 100 }
const ADDRESS = '0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'

const OWNER = {
  ...{ id: 'aave-v3', name: 'Aave V3', listed: true, status: 'active', compositeScore: 4 },
  ...{ riskLevel: 'moderate', control: null },
  incidents: { count: 1, newest: { day: '2026-03-12', name: 'Aave V3', lossUsd: null } },
  roles: [{ role: 'funds', name: 'Pool', note: null, source: 'a@1', day: '2026-01-02' }],
}

const FOUND = {
  ...{ chain: 'Ethereum', address: ADDRESS, protocols: [OWNER], more: 0 },
  control: { sentence: 'A Safe can change the code.' },
  usedBy: { count: 12, name: 'AUSD', protocols: [{ id: 'x', name: 'X' }] },
  ...{ notes: [], otherChains: ['Base'], lookedAt: { day: '2026-10-04' } },
}

async function ask(answer: unknown): Promise<{ text: string; url: string }> {
  const { options, urls } = fakeService([data(answer)])
  const input = { operands: ['ethereum', ADDRESS], query: {} }
  const found = await contractAction.ask(createClient(options), input)
  return {
    text: contractAction.render(found, VIEW, input).join('\n'),
    url: String(urls[0]),
  }
}

test('a contract has its protocol, score, roles with their source, incidents and who can change it', async () => {
  const { text, url } = await ask(FOUND)
  expect(url).toMatch(new RegExp(`/v1/contracts/ethereum/${ADDRESS}$`))
  for (const part of [
    'Aave V3 (aave-v3)',
    '4.0 of 10, moderate',
    'funds, Pool (a@1, 2026-01-02)',
    '1 incident on record, the newest on 2026-03-12',
    'A Safe can change the code.',
    'Those who use it call it AUSD.',
    'Used by 12 protocols: X and others.',
    'known on: Base',
  ])
    expect(text).toContain(part)
})

test('one of no protocol says so, with what is on record of it', async () => {
  const notes = [{ name: 'Drainer', note: 'Abused', source: 'b@2', day: null }]
  const none = { count: 0, name: null, protocols: [] }
  const { text } = await ask({ ...FOUND, protocols: [], control: null, usedBy: none, notes })
  expect(text).toContain('It belongs to no protocol that is known.')
  expect(text).toContain('Who can change its code was not read of this contract.')
  expect(text).toContain('Drainer: Abused (b@2)')
})

test('one that is not found is refused in words, with no name of a field', () => {
  const details = { lookedAt: ['9 contracts', 'wallet: 8 contracts'], otherChains: ['Base'] }
  const unknown = new PlimsollError('NOT_FOUND', 'No table names it.', { status: 404, details })
  const { message, exitCode } = describeFailure(unknown, 'http://localhost:1') ?? {}
  expect(message).toContain('Looked at: 9 contracts, wallet: 8 contracts.')
  expect(message).toContain('The same address is known on: Base.')
  expect(exitCode).toBe(3)
})
