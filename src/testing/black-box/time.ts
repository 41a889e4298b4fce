import { beforeAll, describe, expect, test } from 'vitest'
import { type Changes, changesDocument } from '../../contract/changes.ts'
import { historyDocument } from '../../contract/history.ts'
import { detailDocument } from '../../contract/protocol-detail.ts'
import { statsDocument } from '../../contract/stats.ts'
import { type AskOptions, ask, type Target } from './client.ts'
import { allRows, errorOf, read } from './reading.ts'

/** What was published before: the history of a protocol, what changed, and what is no longer listed. */
export function describeTime(target: Target): void {
  describe.each(['live', 'sandbox'] as const)('the past of the %s data set', (set) => {
    let moved: Changes
    const options = (): AskOptions => (set === 'sandbox' ? { key: target.keys.testPro } : {})
    const readChanges = async (search = '') =>
      (await read(target, `/v1/changes${search}`, changesDocument, options())).data
    const readHistory = async (id: string) => {
      const path = `/v1/protocols/${encodeURIComponent(id)}/history`
      return (await read(target, path, historyDocument, options())).data
    }

    beforeAll(async () => {
      moved = await readChanges()
    })

    test('ends, for each protocol, with what its record says now', async () => {
      const rows = await allRows(target, '', options())
      for (const { id, compositeScore, riskLevel, scoreHistory } of rows.slice(0, 12)) {
        const { points } = await readHistory(id)
        expect(points.at(-1)).toMatchObject({ composite: compositeScore, riskLevel })
        for (const { composite, range } of points) {
          expect(range === null).toBe(composite === null)
          if (composite === null || range === null) continue
          expect(range.low).toBeLessThanOrEqual(composite)
          expect(range.high).toBeGreaterThanOrEqual(composite)
        }
        const composites = points.flatMap(({ composite }) => composite ?? [])
        if (compositeScore !== null) expect(composites.slice(-12)).toEqual(scoreHistory)
        const days = points.map((point) => point.day)
        expect(days).toEqual([...new Set(days)].sort())
      }
    })

    test('has moves that add up, largest first, between the two published days', async () => {
      expect(moved.moves).toHaveLength(moved.counts.moved ?? Number.NaN)
      expect(Number(moved.counts.moved) + Number(moved.counts.notAnnounced)).toBeGreaterThan(0)
      expect(moved.from.day < moved.to.day).toBe(true)
      const sizes = moved.moves.map(({ exactDelta }) => Math.abs(exactDelta))
      expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
      for (const { from, to, delta, exactDelta, signals, otherSignals } of moved.moves) {
        expect(to.composite - from.composite).toBeCloseTo(delta, 6)
        expect(delta).not.toBe(0)
        const sum = (signals ?? []).reduce((total, signal) => total + signal.exactDelta, 0)
        expect(sum + (otherSignals ?? 0)).toBeCloseTo(exactDelta, 5)
      }
      for (const { id, from, to } of moved.moves.slice(0, 3)) {
        const { points } = await readHistory(id)
        const at = (wanted: string) => points.find((point) => point.day === wanted)?.composite
        expect([at(moved.from.day), at(moved.to.day)]).toEqual([from.composite, to.composite])
      }
    })

    test('is cut to a limit, and its counts are those of the whole', async () => {
      const { moves, counts } = await readChanges('?limit=1')
      expect(moves).toEqual(moved.moves.slice(0, 1))
      expect(counts).toEqual(moved.counts)
      expect(counts.moved).toBe(Number(counts.riskier) + Number(counts.safer))
    })

    test('has nothing to say from the newest day on', async () => {
      const none = await readChanges(`?since=${moved.to.day}`)
      expect(none.from).toEqual(none.to)
      expect(none.reason).toBe('none-after')
      expect(none).toMatchObject({ moves: [], appeared: [], retired: [], comparedFrom: null })
    })

    test('a day before the first is answered with the first that is compared', async () => {
      const first = await readChanges('?since=2001-01-01')
      expect(first.from.day <= moved.from.day).toBe(true)
      expect(first.from.day > '2001-01-01').toBe(true)
      expect([first.reason, moved.reason]).toEqual(['before-first', undefined])
    })
  })

  describe('a protocol that is no longer listed', () => {
    test('keeps its record and its history, marked, and leaves every list', async () => {
      const { retired: id } = target.capabilities
      const { data } = await read(target, `/v1/protocols/${id}`, detailDocument)
      expect(data).toMatchObject({ id, retired: { reason: 'left-registry' } })
      const past = (await read(target, `/v1/protocols/${id}/history`, historyDocument)).data
      expect(past.points.length).toBeGreaterThan(0)
      const rows = await allRows(target)
      expect(rows.some((other) => other.id === id)).toBe(false)
      const all = await read(target, '/v1/stats', statsDocument)
      expect(all.data.protocolCount).toBe(rows.length)
      const found = await read(target, '/v1/changes', changesDocument)
      expect(found.data.retired.map((gone) => gone.id)).toEqual([id])
    })

    test('a listed one is not marked', async () => {
      const { data } = await read(target, '/v1/protocols/aave-v3', detailDocument)
      expect(data).toMatchObject({ retired: null })
    })
  })

  describe('parameters of the past', () => {
    test('a former slug and an odd one find their history, an unknown one is 404', async () => {
      const { former, current } = target.capabilities.alias
      const path = `/v1/protocols/${former}/history`
      expect((await read(target, path, historyDocument)).data.id).toBe(current)
      const odd = '/v1/protocols/sandbox-avocet%2Efi/history'
      const options = { key: target.keys.testPro }
      expect((await read(target, odd, historyDocument, options)).data.id).toBe('sandbox-avocet.fi')
      const reply = await ask(target, '/v1/protocols/no-such-protocol/history')
      expect(errorOf(reply).code).toBe('PROTOCOL_NOT_FOUND')
    })

    test.each([
      'since=x',
      'since=2026-02-30',
      'since=2999-01-01',
      'since=',
      'limit=0',
      'limit=251',
      'limit=1e1',
    ])('/v1/changes?%s is refused by name', async (search) => {
      const error = errorOf(await ask(target, `/v1/changes?${search}`))
      expect(error.code).toBe('INVALID_REQUEST')
      expect(Object.keys(error.details ?? {})).toEqual([search.split('=')[0]])
    })

    test('a parameter that is not known is named', async () => {
      const { headers } = await ask(target, '/v1/changes?sinse=2026-01-01')
      expect(headers['x-ignored-parameters']).toBe('sinse')
      const history = await ask(target, '/v1/protocols/aave-v3/history?size=3')
      expect(history.headers['x-ignored-parameters']).toBe('size')
    })
  })
}
