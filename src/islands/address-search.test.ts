import { expect, test, vi } from 'vitest'
import { byProtocol, openAddresses } from './address-search.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const FILE = { format: 1, rows: [[ADDRESS, 'Ethereum', 'aave-v3', 'funds']] }

test('a file is loaded once, and only for a whole address', async () => {
  const load = vi.fn(async (_path: string): Promise<unknown> => FILE)
  const find = openAddresses(load)
  for (let length = 0; length < ADDRESS.length; length += 1) {
    expect(find(ADDRESS.slice(0, length))).toBeNull()
  }
  expect(load).not.toHaveBeenCalled()
  const found = [{ chain: 'Ethereum', protocol: 'aave-v3', role: 'funds' }]
  expect(await find(` ${ADDRESS.toUpperCase().replace('0X', '0x')} `)).toEqual(found)
  expect(await find(ADDRESS)).toEqual(found)
  expect(load).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/addresses\/..\.json$/))
})

test('an address of Solana is no whole one until it has 32 bytes', async () => {
  const load = vi.fn(async (_path: string): Promise<unknown> => ({ format: 1, rows: [] }))
  const find = openAddresses(load)
  const address = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
  for (let length = 0; length < address.length; length += 1) void find(address.slice(0, length))
  expect(load).not.toHaveBeenCalled()
  expect(await find(address)).toEqual([])
})

test('a file that cannot be read is no answer, and is tried again', async () => {
  const load = vi.fn(async (_path: string): Promise<unknown> => FILE)
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce({ format: 2 })
  const find = openAddresses(load)
  await expect(find(ADDRESS)).rejects.toThrow('could not be read')
  await expect(find(ADDRESS)).rejects.toThrow('could not be read')
  expect(await find(ADDRESS)).toHaveLength(1)
})

test('a protocol with the contract on several chains is one line', () => {
  const at = (chain: string, protocol: string, role = 'scan') => ({ chain, protocol, role })
  const rows = [at('Base', 'x'), at('Base', 'y', 'asset'), at('Ethereum', 'x'), at('Base', 'x')]
  expect(byProtocol(rows)).toEqual([
    { id: 'x', reason: 'contract on Base and 1 more', isOwn: true },
    { id: 'y', reason: 'contract on Base', isOwn: false },
  ])
})
