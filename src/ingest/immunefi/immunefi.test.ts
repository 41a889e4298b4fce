import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../../config/config.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { homesOf, tieProgrammes } from '../../domain/programme.ts'
import { mapProtocols } from '../defillama/protocols-map.ts'
import { commitOf, contextOf } from '../fixtures/answers.ts'
import { programmeBatch } from './map.ts'
import { PROGRAMME_OWNERS } from './programme-owners.ts'
import { proposeTies } from './proposals.ts'
import { immunefi } from './source.ts'

const DAY = '2024-03-11'
const TABLE = new Map([
  ['alpha', ['1', '2']],
  ['beta', ['2']],
])

describe('a list of programmes', () => {
  const row = { id: 'alpha', project: 'Alpha', maximum_reward: 5, date: '2023-01-01' }

  test.each([
    ['is no list', { projects: [] }],
    ['is empty', []],
    ['has no row in a known shape', [{ uid: 'alpha' }]],
    ['has no date any more', [{ ...row, date: undefined }]],
    ['has its reward under another name', [{ ...row, maximum_reward: undefined, top: 5 }]],
  ])('that %s is invalid, so the last good one stays', (_, body) => {
    const invalid = expect.objectContaining({ code: 'UPSTREAM_INVALID' })
    expect(() => programmeBatch(body, TABLE, DAY)).toThrow(invalid)
  })
})

describe('the source', () => {
  const row = { id: 'alpha', project: 'Alpha', maximum_reward: 5, date: '2023-01-01' }
  const read = async (env: object, answer: unknown) => {
    const { context, asked } = contextOf({
      'immunefi/projects.json': [{ ...row, updatedDate: '2024-03-01' }],
      'immunefi/commits.json': answer,
    })
    const source = immunefi(readConfig({ ...env }).upstreams, TABLE)
    return { batch: await source.read(context), asked }
  }

  test('dates the list by the newest commit of the mirror, whenever it is read', async () => {
    const { batch, asked } = await read({}, commitOf('2024-02-01T23:30:00-05:00'))
    expect(batch.asOf).toBe('2024-02-02')
    expect(batch.notes).toEqual([
      'It is of 2024-02-02, 38 days old, past its limit of 30: it counts as stale.',
    ])
    expect(asked.map(({ url }) => url)).toEqual([
      'https://raw.githubusercontent.com/infosec-us-team/Immunefi-Bug-Bounty-Programs-Unofficial/main/projects.json',
      'https://api.github.com/repos/infosec-us-team/Immunefi-Bug-Bounty-Programs-Unofficial/commits?sha=main&path=projects.json&per_page=1',
    ])
  })

  test.each([
    ['GitHub does not answer', new PlimsollError('UPSTREAM_UNREACHABLE', 'It did not answer.')],
    ['the recording holds no commit', new PlimsollError('NOT_RECORDED', 'It holds none.')],
    ['the answer names no commit', []],
    ['the answer has another shape', { message: 'rate limit' }],
    ['the commit is of a day to come', commitOf('2024-03-20T00:00:00Z')],
  ])('dates it by its newest row when %s', async (_, answer) => {
    expect((await read({}, answer)).batch.asOf).toBe('2024-03-01')
  })

  test('asks no commit of a mirror that is not on GitHub', async () => {
    const { batch, asked } = await read({ IMMUNEFI_URL: 'https://mirror.example/' }, [])
    expect(asked.map(({ url }) => url)).toEqual(['https://mirror.example/projects.json'])
    expect(batch.asOf).toBe('2024-03-01')
  })
})

test('no alias row names a protocol twice', () => {
  const twice = [...PROGRAMME_OWNERS].filter(([, ids]) => new Set(ids).size !== ids.length)
  expect(twice).toEqual([])
})

const recorded = (path: string) => new URL(`../../../../shared/upstream/${path}`, import.meta.url)
const readRecording = (path: string): unknown => JSON.parse(readFileSync(recorded(path), 'utf8'))

describe.skipIf(!existsSync(recorded('2024-03-11/immunefi/projects.json')))(
  'the recordings',
  () => {
    const total = (tally: Partial<Record<string, number>>) =>
      Object.values(tally).reduce((sum: number, count) => sum + (count ?? 0), 0)

    const registry = () => {
      const body = readRecording('2024-03-11/api.llama.fi/protocols.json')
      return mapProtocols(body, { asOf: DAY, source: 'defillama-protocols' }).protocols ?? []
    }
    const owners = () =>
      registry().map((row) => ({ ...row, homes: homesOf(row.url, row.organisations) }))

    test.each([
      ['2023-09-12', { rows: 331, accepted: 331, tied: 234, newestRow: '2023-09-12' }],
      ['2024-03-11', { rows: 334, accepted: 334, tied: 233, newestRow: '2024-03-08' }],
    ])('of %s have every programme accounted for', (day, expected) => {
      const batch = programmeBatch(
        readRecording(`${day}/immunefi/projects.json`),
        PROGRAMME_OWNERS,
        day,
      )
      const { rows, accepted } = batch.rowCounts
      expect(rows).toBe(
        accepted + total(batch.rowCounts.outOfScope) + total(batch.rowCounts.refused),
      )
      expect(batch.rowCounts.refused).toEqual({})
      const tied = batch.programmes.filter(({ protocols }) => protocols !== null).length
      expect({ rows, accepted, tied, newestRow: batch.newestRow }).toEqual(expected)
    })

    test('are proposed to a person where the table does not know them, each with a row to paste', () => {
      const list = readRecording('2024-03-11/immunefi/projects.json')
      const { programmes } = programmeBatch(list, PROGRAMME_OWNERS, DAY)
      const protocols = registry()
      const { reviewed, atHome, open } = proposeTies(programmes, protocols)
      expect([reviewed, atHome, open.length]).toEqual([233, 0, 101])
      expect(open.find(({ programme: id }) => id === 'thegraph')).toMatchObject({
        maxUsd: 2_500_000,
        page: 'https://immunefi.com/bug-bounty/thegraph/',
        row: { thegraph: { ids: [] } },
      })
    })

    test('tie Stargate, which the table does not know, by the site that its row of 2026 introduces', () => {
      const row = {
        slug: 'stargate',
        project: 'Stargate',
        maxBounty: 10_000_000,
        launchDate: '2024-09-24T18:00:00.000Z',
        websiteUrl: null,
        githubUrl: null,
        assets: [
          {
            type: 'smart_contract',
            url: 'https://etherscan.io/address/0x77b2043768d28E9C9aB44E1aBfC95944bcE57931',
          },
        ],
        programOverview:
          'For more information about Stargate, please visit [https://stargate.finance/](https://stargate.finance/) and [https://stargateprotocol.gitbook.io/stargate](https://stargateprotocol.gitbook.io/stargate).',
      }
      const { programmes } = programmeBatch([row], PROGRAMME_OWNERS, '2026-07-24')
      const ties = tieProgrammes(programmes, owners())
      expect([...ties.programmes].map(([id, [own]]) => [id, own?.bounty?.maxUsd])).toEqual([
        ['1571', 10_000_000],
      ])
    })

    test('know every protocol of the alias table, and every programme of its older protocols', () => {
      const ids = (path: string) =>
        z
          .array(z.looseObject({ id: z.string() }))
          .parse(readRecording(path))
          .map(({ id }) => id)
      const programmes = new Set([
        ...ids('2023-09-12/immunefi/projects.json'),
        ...ids('2024-03-11/immunefi/projects.json'),
      ])
      const before = new Set(ids('2024-03-11/api.llama.fi/protocols.json'))
      const today = new Set(ids('2026-10-04/protocols.top.json'))
      const table = [...PROGRAMME_OWNERS]
      expect(
        table.flatMap(([, of]) => of).filter((id) => !before.has(id) && !today.has(id)),
      ).toEqual([])
      const unknown = table.filter(
        ([id, of]) => !programmes.has(id) && !of.some((own) => today.has(own)),
      )
      expect(unknown).toEqual([])
    })
  },
)
