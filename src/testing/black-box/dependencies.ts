import { describe, expect, test } from 'vitest'
import { dependenciesDocument, dependentsDocument } from '../../contract/dependencies.ts'
import { stressDocument } from '../../contract/stress.ts'
import { type AskOptions, ask, type Target } from './client.ts'
import { errorOf, read } from './reading.ts'

/** What a protocol stands on, who stands on it, and what a failure costs. */
export function describeDependencies(target: Target): void {
  const on = async (id: string, options: AskOptions = {}) =>
    (await read(target, `/v1/protocols/${id}/dependencies`, dependenciesDocument, options)).data
  const under = async (id: string) =>
    (await read(target, `/v1/dependencies/${id}/dependents`, dependentsDocument)).data
  const fail = async (fails: string) =>
    (await read(target, `/v1/stress?fails=${fails}`, stressDocument)).data

  describe('what stands on what', () => {
    test('edges and final assets of one protocol are whole, with the unknown among them', async () => {
      const { edges, finalAssets, resolved, makeup } = await on('sparklend')
      const sum = (parts: { share: number | null }[]) =>
        parts.reduce((total, { share }) => total + (share ?? 0), 0)
      expect(sum(edges)).toBeCloseTo(1, 4)
      expect(sum(finalAssets)).toBeCloseTo(1, 4)
      expect(edges[0]).toMatchObject({ kind: 'holds', to: { id: 'lido', isProtocol: true } })
      expect(resolved.issuer).toBeGreaterThan(0.9)
      expect(makeup?.day).toMatch(/^20\d\d-/)
    })

    test('both sides say the same of an edge', async () => {
      const { edges } = await on('sparklend')
      const { rows } = await under('lido')
      const row = rows.find(({ id }) => id === 'sparklend')
      expect(row?.share).toBeCloseTo(edges[0]?.share ?? 0, 6)
      expect((await on('lido')).dependents).toEqual(rows.slice(0, 20))
    })

    test('an oracle has who declares it, by TVL and without a share, and no stress test has it', async () => {
      const { kind, rows } = await under('oracle-chainlink')
      expect(kind).toBe('oracle')
      expect(rows.length).toBeGreaterThan(10)
      expect(new Set(rows.map((row) => `${row.kind} ${row.share}`))).toEqual(
        new Set(['priced-by null']),
      )
      const values = rows.map(({ tvlUsd }) => tvlUsd ?? -1)
      expect(values).toEqual(values.toSorted((a, b) => b - a))
      const { priceSources } = await on(rows[0]?.id ?? '')
      expect(priceSources.map(({ id }) => id)).toContain('oracle-chainlink')
      expect((await ask(target, '/v1/stress?fails=oracle-chainlink:1')).status).toBe(400)
    })

    test('pages of one list hold every row once, in order', async () => {
      const all = await read(target, '/v1/dependencies/ethereum/dependents', dependentsDocument)
      const at = (page: number) =>
        read(
          target,
          `/v1/dependencies/ethereum/dependents?per_page=3&page=${page}`,
          dependentsDocument,
        )
      const [first, second] = [await at(1), await at(2)]
      const { total } = all.meta
      expect(total).toBe(all.data.rows.length + all.data.more)
      expect([...first.data.rows, ...second.data.rows]).toEqual(all.data.rows.slice(0, 6))
      expect(second).toMatchObject({
        data: { more: Math.max(0, total - 6) },
        meta: { total, page: 2, limit: 3, pageCount: Math.ceil(total / 3) },
      })
      expect((await at(1_000_000)).data).toMatchObject({ rows: [], more: 0 })
      const wrong = await ask(target, '/v1/dependencies/ethereum/dependents?per_page=201')
      expect([wrong.status, errorOf(wrong).code]).toEqual([400, 'INVALID_REQUEST'])
    })

    test('the sandbox has its own', async () => {
      const options = { key: target.keys.testFree }
      const { edges } = await on('sandbox-guillemot-lend', options)
      expect(edges.length).toBeGreaterThan(2)
      const reply = await ask(target, '/v1/protocols/sparklend/dependencies', options)
      expect([reply.status, errorOf(reply).code]).toEqual([404, 'PROTOCOL_NOT_FOUND'])
    })

    test('an unknown protocol and an unknown issuer are 404', async () => {
      const protocol = await ask(target, '/v1/protocols/no-such-protocol/dependencies')
      expect([protocol.status, errorOf(protocol).code]).toEqual([404, 'PROTOCOL_NOT_FOUND'])
      const issuer = await ask(target, '/v1/dependencies/no-such-issuer/dependents')
      expect([issuer.status, errorOf(issuer).code]).toEqual([404, 'NOT_FOUND'])
    })
  })

  describe('GET /v1/stress', () => {
    test('costs a holder its share, and never more with less', async () => {
      const whole = await fail('lido:1')
      const part = await fail('lido:0.06')
      const { edges } = await on('sparklend')
      const of = ({ rows }: typeof whole) => rows.find(({ id }) => id === 'sparklend')
      expect(of(whole)?.first).toBeCloseTo(edges[0]?.share ?? 0, 4)
      for (const { id, low, high } of whole.rows) {
        expect(low).toBeLessThanOrEqual(high)
        const less = part.rows.find((row) => row.id === id)
        expect(less?.high ?? 0).toBeLessThanOrEqual(high)
      }
    })

    test.each(['', '?fails=', '?fails=lido', '?fails=lido:2', '?fails=nothing-like-it:1'])(
      '%s is 400 and names the parameter',
      async (search) => {
        const reply = await ask(target, `/v1/stress${search}`)
        expect([reply.status, errorOf(reply).code]).toEqual([400, 'INVALID_REQUEST'])
        expect(Object.keys(Object(errorOf(reply).details))).toEqual(['fails'])
      },
    )

    test('one scenario is one answer, however it is written', async () => {
      const one = await ask(target, '/v1/stress?fails=lido:0.1,circle:0.5')
      const other = await ask(target, '/v1/stress?fails=circle:0.50,lido:0.1')
      expect(other.text).toBe(one.text)
    })
  })
}
