import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isDay } from '../src/domain/day.ts'
import { sum } from '../src/score/weighted-mean.ts'
import table from './bases.json' with { type: 'json' }

const { rows } = table
const RECORDINGS = new URL('../../shared/upstream/', import.meta.url)

describe('what protocols wrap or run on', () => {
  test('each stands once, on others only, each of them once', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const { id, on } of rows) {
      expect(on.length).toBeGreaterThan(0)
      expect(new Set([id, ...on.map((base) => base.id)]).size).toBe(on.length + 1)
    }
  })

  test('each share that is stated is above nothing, and the shares of one are at most the whole', () => {
    for (const { name, on } of rows) {
      const shares = on.flatMap(({ share }) => share ?? [])
      for (const share of shares) expect(share, name).toBeGreaterThan(0)
      expect(sum(shares), name).toBeLessThanOrEqual(1)
    }
  })

  test('each names its source and day', () => {
    for (const { name, source, day } of rows) {
      expect(source, name).not.toBe('')
      expect(isDay(day), name).toBe(true)
    }
  })

  test('none stands on itself through others', () => {
    const basesOf = new Map(rows.map(({ id, on }) => [id, on.map((base) => base.id)]))
    for (const { id, name } of rows) {
      const reached = new Set(basesOf.get(id))
      for (const base of reached) for (const next of basesOf.get(base) ?? []) reached.add(next)
      expect(reached.has(id), name).toBe(false)
    }
  })

  test.skipIf(!existsSync(RECORDINGS))('each has the id and the name of a recorded list', () => {
    const names = new Map(
      ['2023-09-12', '2024-03-11', '2026-10-04'].flatMap((day) =>
        listOf(day).map(({ id, name }) => [id, name] as const),
      ),
    )
    for (const { id, name } of rows.flatMap((row) => [row, ...row.on])) {
      expect(names.get(id), id).toBe(name)
    }
  })
})

function listOf(day: string): { id: string; name: string }[] {
  const path = day < '2026' ? 'api.llama.fi/protocols.json' : 'protocols.top.json'
  return JSON.parse(readFileSync(new URL(`${day}/${path}`, RECORDINGS), 'utf8'))
}
