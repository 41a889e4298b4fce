import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '../../config/config.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { homesOf, tieProgrammes } from '../../domain/programme.ts'
import { mapProtocols } from '../defillama/protocols-map.ts'
import type { Endpoint } from '../source.ts'
import { programmeBatch } from './map.ts'
import { PROGRAMME_OWNERS } from './programme-owners.ts'
import { proposeTies } from './proposals.ts'
import { immunefi } from './source.ts'

const DAY = '2024-03-11'
const TABLE = new Map([
  ['alpha', ['1', '2']],
  ['beta', ['2']],
])

const programme = (changes: object = {}) => ({
  id: 'alpha',
  project: 'Alpha',
  maximum_reward: 50_000,
  date: '2023-01-01T12:00-05:00',
  ...changes,
})

const batchOf = (...rows: unknown[]) => programmeBatch(rows, TABLE, DAY)
const homesFor = (changes: object) => batchOf(programme(changes)).programmes[0]?.homes
/** A list that stays valid whatever is made of the row under test. */
const rowCountsOf = (row: unknown) =>
  batchOf(programme({ id: 'beta', project: 'Beta' }), row).rowCounts

function codeOf(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    return error instanceof PlimsollError ? error.code : undefined
  }
  return undefined
}

describe('a programme', () => {
  test('is tied to every protocol of its alias row', () => {
    const bounty = {
      maxUsd: 50_000,
      programme: 'Alpha',
      url: 'https://immunefi.com/bug-bounty/alpha/',
    }
    expect(batchOf(programme())).toEqual({
      asOf: DAY,
      rowCounts: { rows: 1, accepted: 1, outOfScope: {}, refused: {} },
      programmes: [{ id: 'alpha', name: 'Alpha', bounty, protocols: ['1', '2'], homes: [] }],
      newestRow: '2023-01-01',
    })
  })

  test('of the 2026 shape, with slug and maxBounty, is read like the older ones', () => {
    const row = {
      slug: 'alpha',
      project: 'Alpha',
      maxBounty: 100_000,
      launchDate: '2023-02-26T15:58:00.000Z',
      endDate: null,
      assets: [{ id: 'other' }],
    }
    expect(batchOf(row).programmes[0]?.bounty?.maxUsd).toBe(100_000)
  })

  test('that is in no alias row is kept, tied to no protocol, however alike its name', () => {
    expect(batchOf(programme({ id: 'alpha-finance' })).programmes[0]?.protocols).toBeNull()
  })

  test('says where it is at home: by its fields, the sites and the code in its scope, and its introduction', () => {
    expect(homesFor({ websiteUrl: 'https://www.alpha.example/en' })).toEqual(['alpha.example'])
    expect(homesFor({ githubUrl: 'https://github.com/Alpha-Labs/core' })).toEqual([
      'github:alpha-labs',
    ])
    const assets = [
      { type: 'websites_and_applications', url: 'https://app.alpha.example/' },
      { type: 'websites_and_applications', url: 'https://immunefi.com' },
      { type: 'smart_contract', url: 'https://etherscan.io/address/0x0' },
      { type: 'smart_contract', url: 'https://github.com/alpha-labs/core' },
    ]
    expect(homesFor({ assets })).toEqual(['app.alpha.example', 'github:alpha-labs'])
    const programOverview =
      'A bridge.\n\nFor more information about Alpha, please visit [https://alpha.example/](https://alpha.example/) and [docs](https://alpha.gitbook.io/docs).\n\nSee https://other.example/'
    expect(homesFor({ programOverview })).toEqual(['alpha.example', 'alpha.gitbook.io'])
  })

  test('loses a field that has another shape, not itself', () => {
    const odd = { websiteUrl: 5, githubUrl: {}, programOverview: [], assets: 'none' }
    expect(batchOf(programme(odd)).rowCounts.accepted).toBe(1)
  })

  test('with an id that no address can hold is refused, and an odd character costs only itself', () => {
    expect(rowCountsOf(programme({ id: '\ud800' })).refused).toEqual({ 'unexpected-shape': 1 })
    expect(rowCountsOf(programme({ project: '\u200b' })).refused).toEqual({ 'unexpected-shape': 1 })
    expect(batchOf(programme({ project: 'Al\u202epha\ud800' })).programmes[0]?.name).toMatch(
      /^Alpha/,
    )
  })

  test('that ended by the day of the run is out of scope, one that ends later is not', () => {
    expect(rowCountsOf(programme({ endDate: '2024-03-11T08:00:00.000Z' })).outOfScope).toEqual({
      ended: 1,
    })
    expect(rowCountsOf(programme({ endDate: '2024-03-12T08:00:00.000Z' })).accepted).toBe(2)
  })

  test('that was launched after the day of the run is refused', () => {
    expect(rowCountsOf(programme({ launchDate: '2024-03-12T00:00:00.000Z' })).refused).toEqual({
      'after-as-of': 1,
    })
  })

  test('is dated in UTC, whatever the zone it is written in and when it names none', () => {
    const refusedAt = (date: string) => rowCountsOf(programme({ date })).refused['after-as-of'] ?? 0
    expect(refusedAt('2024-03-11T23:00-05:00')).toBe(1)
    expect(refusedAt('2024-03-12T01:00+03:00')).toBe(0)
    expect(refusedAt('2024-03-11T23:59:59')).toBe(0)
    expect(refusedAt('2024-03-12T00:00:00')).toBe(1)
  })

  test.each([0, -5, 1e9 + 1, Number.NaN, '50000', null, undefined])(
    'with a reward of %s is refused',
    (maximum_reward) => {
      expect(rowCountsOf(programme({ maximum_reward })).refused).toEqual({ reward: 1 })
    },
  )

  test.each([
    ['no id', programme({ id: undefined }), 'unexpected-shape'],
    ['no name', programme({ project: '' }), 'unexpected-shape'],
    ['no object', 'alpha', 'unexpected-shape'],
    ['no launch day', programme({ date: undefined }), 'no-launch-day'],
    ['a launch day that is none', programme({ date: 'soon' }), 'no-launch-day'],
    ['an end that is no day', programme({ endDate: 'never' }), 'unreadable-end'],
    ['an id that was there before', programme({ id: 'beta' }), 'duplicate-id'],
  ])('with %s is refused and counted', (_, row, reason) => {
    expect(rowCountsOf(row).refused).toEqual({ [reason]: 1 })
  })

  test('that is refused stays in the list without its bounty, since it may be anybody’s', () => {
    const rows = [programme({ id: 'beta' }), programme({ maximum_reward: 0 }), 'alpha']
    expect(batchOf(...rows).programmes).toMatchObject([
      { id: 'beta' },
      { id: 'alpha', bounty: null, protocols: ['1', '2'] },
      { id: '', bounty: null, protocols: null, homes: [] },
    ])
  })

  test('that ended, comes later or was there before is not in the list', () => {
    const ended = programme({ endDate: '2024-03-11T08:00:00.000Z' })
    const later = programme({ id: 'later', launchDate: '2024-03-12T00:00:00.000Z' })
    const beta = programme({ id: 'beta' })
    expect(batchOf(beta, beta, ended, later).programmes.map(({ id }) => id)).toEqual(['beta'])
  })
})

describe('a list of programmes', () => {
  test.each([
    ['is no list', { projects: [] }],
    ['is empty', []],
    ['has no row in a known shape', [{ uid: 'alpha' }]],
    ['has no date any more', [programme({ date: undefined })]],
    ['has its reward under another name', [programme({ maximum_reward: undefined, top: 5 })]],
  ])('that %s is invalid, so the last good one stays', (_, body) => {
    expect(codeOf(() => programmeBatch(body, TABLE, DAY))).toBe('UPSTREAM_INVALID')
  })
})

describe('the source', () => {
  const commits = (date: string) => [{ commit: { committer: { date } } }]
  const read = async (env: object, answer: unknown, asOf = DAY) => {
    const asked: Endpoint[] = []
    const readJson = async (endpoint: Endpoint) => {
      asked.push(endpoint)
      if (!endpoint.recordAs.endsWith('commits.json'))
        return [programme({ updatedDate: '2024-03-01' })]
      if (answer instanceof Error) throw answer
      return answer
    }
    const source = immunefi(readConfig({ ...env }).upstreams, TABLE)
    const text = async (endpoint: Endpoint) => JSON.stringify(await readJson(endpoint))
    return { batch: await source.read({ asOf, read: text, readJson, stored: () => [] }), asked }
  }

  test('dates the list by the newest commit of the mirror, whenever it is read', async () => {
    const { batch, asked } = await read({}, commits('2024-02-01T23:30:00-05:00'))
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
    ['the commit is of a day to come', commits('2024-03-20T00:00:00Z')],
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
      ['2023-09-12', { rows: 331, accepted: 331, tied: 232, newestRow: '2023-09-12' }],
      ['2024-03-11', { rows: 334, accepted: 334, tied: 230, newestRow: '2024-03-08' }],
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
      expect([reviewed, atHome, open.length]).toEqual([230, 0, 104])
      expect(open.find(({ programme: id }) => id === 'layerzero')).toMatchObject({
        maxUsd: 15_000_000,
        page: 'https://immunefi.com/bug-bounty/layerzero/',
        row: { layerzero: { ids: [] } },
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

    test('know every programme and every protocol of the alias table', () => {
      const ids = (path: string) =>
        z
          .array(z.looseObject({ id: z.string() }))
          .parse(readRecording(path))
          .map(({ id }) => id)
      const programmes = new Set([
        ...ids('2023-09-12/immunefi/projects.json'),
        ...ids('2024-03-11/immunefi/projects.json'),
      ])
      const protocols = new Set(ids('2024-03-11/api.llama.fi/protocols.json'))
      expect([...PROGRAMME_OWNERS.keys()].filter((id) => !programmes.has(id))).toEqual([])
      expect([...PROGRAMME_OWNERS.values()].flat().filter((id) => !protocols.has(id))).toEqual([])
    })
  },
)
