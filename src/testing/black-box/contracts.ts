import { describe, expect, test } from 'vitest'
import { listedContracts } from '../../addresses/listed-contracts.ts'
import { contractDocument } from '../../contract/contracts.ts'
import { ask, sweep, type Target } from './client.ts'
import { errorOf, read } from './reading.ts'

/** Invented addresses, which no table has. */
const UNKNOWN = Array.from(
  { length: 20 },
  (_, at) => `0x${(at + 1).toString(16).padStart(2, '0').repeat(20)}`,
)

const POOL = '0x6d1b97bf39ff83b3f3694861adee4534c0a258d7'

/** Whose contract an address is. */
export function describeContracts(target: Target): void {
  const pathOf = (chain: string, address: string) =>
    `/v1/contracts/${encodeURIComponent(chain)}/${encodeURIComponent(address)}`
  const find = async (chain: string, address: string, key?: string) =>
    (await read(target, pathOf(chain, address), contractDocument, key ? { key } : {})).data

  describe('whose contract an address is', () => {
    test('a contract of each of our tables is found, on every kind of chain', async () => {
      const rows = listedContracts()
      const groups = Map.groupBy(rows, ({ table, role, chain }) => `${table} ${role} ${chain}`)
      const firsts = [...groups.values()].flatMap(([row]) => row ?? [])
      for (const { chain, address } of sweep(target, firsts.slice(0, 40))) {
        const found = await find(chain, address)
        expect([found.chain, found.address]).toEqual([chain, address])
        const { protocols, usedBy, notes } = found
        expect(protocols.length + usedBy.count + notes.length).toBeGreaterThan(0)
      }
    })

    test('an alias, another case and a wrong checksum are the same contract', async () => {
      const found = await find('Ethereum', '0xd533a949740bb3306d119cc777fa900ba034cd52')
      expect(found.protocols.map(({ id }) => id)).toContain('curve-dex')
      expect(await find('ethereum', '0xd533a949740bb3306d119cC777fa900bA034cd52')).toEqual(found)
    })

    test('a protocol says the same of itself as its own record', async () => {
      const { protocols } = await find('Ethereum', '0xd533a949740bb3306d119cc777fa900ba034cd52')
      const reply = await ask(target, `/v1/protocols/${protocols[0]?.id}`)
      const { data } = JSON.parse(reply.text)
      expect(protocols[0]).toMatchObject({
        ...{ name: data.name, status: data.status },
        ...{ compositeScore: data.composite, riskLevel: data.riskLevel },
      })
    })

    test('twenty unknown addresses are 404 with what was looked at, and none is called safe', async () => {
      for (const address of sweep(target, UNKNOWN)) {
        const reply = await ask(target, pathOf('Ethereum', address))
        expect(reply.status).toBe(404)
        const { code, message, details } = errorOf(reply)
        expect(code).toBe('NOT_FOUND')
        expect(message).toContain('does not make it safe')
        expect(details?.lookedAt?.[0]).toMatch(
          /^\d+ contracts in the tables and the snapshot of \d{4}-/,
        )
      }
    })

    test.each([
      ['nowhere', POOL, 'chain'],
      ['Ethereum', '0x12', 'address'],
      ['Ethereum', 'two words', 'address'],
      ['Solana', `0x${'12'.repeat(20)}`, 'address'],
    ])('%s and %s are 400 and name the %s', async (chain, address, field) => {
      const reply = await ask(target, pathOf(chain, address))
      expect(reply.status).toBe(400)
      expect(Object.keys(errorOf(reply).details ?? {})).toEqual([field])
    })

    test('a test key sees the invented contracts, and no real one', async () => {
      const key = target.keys.testFree
      const { protocols } = await find('Ethereum', POOL, key)
      expect(protocols[0]?.id).toMatch(/^sandbox-/)
      const real = await ask(
        target,
        pathOf('Ethereum', '0xd533a949740bb3306d119cc777fa900ba034cd52'),
        { key },
      )
      expect(real.status).toBe(404)
      expect((await ask(target, pathOf('Ethereum', POOL))).status).toBe(404)
    })
  })
}
