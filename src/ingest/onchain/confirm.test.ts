import { describe, expect, test } from 'vitest'
import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { confirm as confirmWith, type ReadAgain } from './confirm.ts'
import { pathTo } from './ways.ts'

const confirm = (
  read: ContractControl[],
  recorded: ContractControl[],
  others: ReadAgain[],
  needed = 1,
) => confirmWith(read, { recorded, others, needed })

const KEY = `0x${'1'.repeat(40)}` as const
const SAFE = `0x${'2'.repeat(40)}` as const

function control(paths: ControlPath[], rest: Partial<ContractControl> = {}): ContractControl {
  return {
    chain: 'Ethereum',
    address: `0x${'a'.repeat(40)}`,
    name: null,
    role: 'funds',
    proxy: 'eip1967',
    codeChange: { known: true, paths, complete: true },
    powers: [],
    pause: null,
    day: '2026-01-01',
    block: 1,
    source: 'onchain',
    link: '',
    tvlUsd: null,
    ...rest,
  }
}

const byKey = control([pathTo('eoa', KEY)])
const bySafe = control([pathTo('safe', SAFE, { threshold: 3, signers: 5 })])
const byNobody = control([pathTo('nobody', null, { proof: 'code' })])
const agrees = (row: ContractControl) => async () => [row]
const fails = async () => null

const actors = (rows: ContractControl[]) =>
  rows.flatMap(({ codeChange }) => (codeChange.known ? codeChange.paths.map((p) => p.actor) : []))

describe('an accusation', () => {
  test('stays when a second node reads the same', async () => {
    expect(await confirm([byKey], [], [agrees(byKey)])).toEqual([byKey])
  })

  test('stays when a record says the same, and then no node is asked', async () => {
    let asked = 0
    const other = async () => {
      asked++
      return []
    }
    expect(await confirm([byKey], [{ ...byKey, source: 'a review' }], [other])).toEqual([byKey])
    expect(asked).toBe(0)
  })

  test.each([
    ['another node reads something else', agrees(bySafe)],
    ['another node cannot be read', fails],
  ])('is unidentified when %s', async (_case, other) => {
    const [row] = await confirm([byKey], [], [other])
    expect(row?.codeChange).toMatchObject({
      complete: false,
      paths: [{ actor: 'unidentified', address: KEY, note: 'not confirmed by a second node' }],
    })
  })

  test('of another key, another delay or another chain confirms nothing', async () => {
    const others = [
      control([pathTo('eoa', SAFE)]),
      control([pathTo('eoa', KEY, { delaySeconds: 60 })]),
      { ...byKey, chain: 'Base' },
    ]
    expect(actors(await confirm([byKey], others, []))).toEqual(['unidentified'])
  })

  test('goes to the third node when the second one fails', async () => {
    expect(actors(await confirm([byKey], [], [fails, agrees(byKey)]))).toEqual(['eoa'])
  })
})

test('a reading from several nodes needs two others, and one record is enough', async () => {
  const others = [agrees(byKey), agrees(byKey)]
  expect(actors(await confirm([byKey], [], others.slice(1), 2))).toEqual(['unidentified'])
  expect(actors(await confirm([byKey], [], others, 2))).toEqual(['eoa'])
  expect(actors(await confirm([byKey], [byKey], [], 2))).toEqual(['eoa'])
})

test('that nobody can change the code is checked like an accusation', async () => {
  expect(actors(await confirm([byNobody], [], [agrees(byNobody)]))).toEqual(['nobody'])
  expect(actors(await confirm([byNobody], [], [agrees(byKey)]))).toEqual(['unidentified'])
})

test('a Safe and reviewed code need no second node', async () => {
  const reviewed = control([pathTo('nobody', null, { proof: 'curated' })])
  expect(await confirm([bySafe, reviewed], [], [])).toEqual([bySafe, reviewed])
})

test('powers, and who can pause, are checked as well', async () => {
  const rest = {
    powers: [{ getter: 'owner', paths: [pathTo('eoa', KEY)] }],
    pause: { paths: [pathTo('eoa', KEY)], complete: true, pausedNow: false },
  }
  const [row] = await confirm([control([], rest)], [], [])
  expect(row?.powers[0]?.paths[0]?.actor).toBe('unidentified')
  expect(row?.pause).toMatchObject({ complete: false, pausedNow: false })
  expect(row?.pause?.paths[0]?.actor).toBe('unidentified')
})

test('a pause that nobody confirms is not known', async () => {
  const paused = control([], { pause: { paths: [], complete: true, pausedNow: true } })
  expect((await confirm([paused], [], [agrees(paused)]))[0]?.pause?.pausedNow).toBe(true)
  expect((await confirm([paused], [], [fails]))[0]?.pause?.pausedNow).toBeNull()
})
