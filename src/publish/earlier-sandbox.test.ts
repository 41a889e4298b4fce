import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createDocuments } from '../export/documents.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { earlierDays } from './earlier-sandbox.ts'
import { sandboxCatalogue } from './sandbox.ts'

const SANDBOX = path.resolve(import.meta.dirname, '../../data/sandbox')

const empty = temporaryFolder()

describe('the earlier days of the sandbox', () => {
  test('give it a history, moves with reasons, a new protocol and a retired one', async () => {
    const catalogue = await sandboxCatalogue(SANDBOX, readConfig({}).upstreams)
    const documents = new Map([...createDocuments(catalogue)].map((one) => [one.path, one.body]))
    const read = (name: string) => JSON.parse(documents.get(name) ?? 'null')
    expect(read('changes.json')).toMatchObject({
      days: ['2025-12-01', '2025-12-24', '2025-12-28', '2026-01-01'],
      week: '2025-12-24',
      month: '2025-12-01',
    })
    const { data } = read('changes/2025-12-24.json')
    const vaults = data.moves.find(({ id }: { id: string }) => id === 'sandbox-shag-&-stack')
    expect(vaults.delta).toBeGreaterThan(0)
    expect(vaults.signals[0]).toMatchObject({ kind: 'signal', reason: expect.any(String) })
    expect(data.counts).toMatchObject({ moved: 1, notAnnounced: 3 })
    expect(data.appeared).toMatchObject([{ id: 'sandbox-quayside-pay' }])
    expect(data.retired).toMatchObject([
      { id: 'sandbox-wherry-options', reason: 'left-registry', day: '2025-12-28' },
    ])
    expect(read('history/sandbox-ebb-dollar.json').tvlUsd).toEqual([
      2_460_000, 1_640_000, 820_000, 410_000,
    ])
    expect(read('protocols/sandbox-wherry-options.json').data.retired.lastDay).toBe('2025-12-24')
    expect(catalogue.entries).toHaveLength(45)
  })

  test('are none without their file, and a wrong file is refused', () => {
    expect(earlierDays(empty, '2026-01-01', [])).toEqual([])
    writeFileSync(path.join(empty, 'earlier.json'), '{"snapshots":[{"daysBefore":0}]}')
    expect(() => earlierDays(empty, '2026-01-01', [])).toThrow(
      expect.objectContaining({ code: 'EXPORT_FAILED' }),
    )
  })
})
