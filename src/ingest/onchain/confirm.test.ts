import { describe, expect, test } from 'vitest'
import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { confirm as confirmWith, type ReadAgain } from './confirm.ts'
import { pathTo } from './ways.ts'

const confirm = (
  read: ContractControl[],
  recorded: ContractControl[],
  others: ReadAgain[],
  needed = 1,
) => confirmWith(read, { recorded, others, needed }).then(({ controls }) => controls)

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

const afterAYear = control([pathTo('governor', SAFE, { delaySeconds: 365 * 86_400 })])
const unknown = control([], { codeChange: { known: false, why: 'not-listable' } })

const actors = (rows: ContractControl[]) =>
  rows.flatMap(({ codeChange }) => (codeChange.known ? codeChange.paths.map((p) => p.actor) : []))

describe.each([
  ['accuses', byKey],
  ['says that nobody can', byNobody],
  ['names a Safe', bySafe],
  ['names a governor behind a long delay', afterAYear],
  ['says that nothing is deployed', control([], { codeChange: { known: false, why: 'no-code' } })],
])('a reading that %s', (_case, reading) => {
  test('stays when a second node reads the same', async () => {
    expect(await confirm([reading], [], [agrees(reading)])).toEqual([reading])
  })

  test('stays when a record says the same, and then no node is asked', async () => {
    let asked = 0
    const other = async () => {
      asked++
      return []
    }
    expect(await confirm([reading], [{ ...reading, source: 'a review' }], [other])).toEqual([
      reading,
    ])
    expect(asked).toBe(0)
  })

  test('is not believed, nor is the other, when a second node reads something else', async () => {
    const { controls, contested } = await confirmWith([reading], {
      recorded: [],
      others: [agrees(unknown)],
      needed: 1,
    })
    expect([...contested]).toEqual([reading.address])
    expect(controls).toMatchObject([
      {
        codeChange: { known: false, why: 'node-failed' },
        powers: [],
        pause: { paths: [], complete: false, pausedNow: null },
      },
    ])
  })

  test('never counts as whole when no other node can be read', async () => {
    const { controls, contested } = await confirmWith([reading], {
      recorded: [],
      others: [fails],
      needed: 1,
    })
    const [change] = controls.map(({ codeChange }) => codeChange)
    expect(change?.known ? change.complete : change?.why === 'no-code').toBe(false)
    expect(contested.size).toBe(0)
  })

  test('does not confirm itself the next time', async () => {
    const once = await confirm([reading], [], [])
    expect(await confirm([reading], once, [])).toEqual(once)
  })
})

test('one node alone names nobody whom it accuses', async () => {
  for (const reading of [byKey, control([pathTo('unidentified', KEY)]), byNobody]) {
    const rows = await confirm([reading], [], [])
    expect(rows).toMatchObject([
      { codeChange: { complete: false, paths: [{ actor: 'unidentified', proof: 'unconfirmed' }] } },
    ])
    expect(JSON.stringify(rows)).not.toContain(KEY)
  }
})

test('what one node alone says of a Safe or a vote stays, as its word only', async () => {
  const [row] = await confirm([afterAYear], [], [])
  expect(row?.codeChange).toMatchObject({
    complete: false,
    paths: [
      { actor: 'governor', proof: 'unconfirmed', note: expect.stringMatching(/^one node only/) },
    ],
  })
})

test('a node that hides one of two ways is found out', async () => {
  const both = control([pathTo('safe', SAFE, { threshold: 3, signers: 5 }), pathTo('eoa', KEY)])
  const { contested } = await confirmWith([bySafe], {
    recorded: [],
    others: [agrees(both)],
    needed: 1,
  })
  expect(contested.size).toBe(1)
})

test('another key, another delay, fewer signers or another chain confirms nothing', async () => {
  const keys = [
    control([pathTo('eoa', SAFE)]),
    control([pathTo('eoa', KEY, { delaySeconds: 60 })]),
    { ...byKey, chain: 'Base' },
  ]
  expect(actors(await confirm([byKey], keys, []))).toEqual(['unidentified'])
  const fewer = control([pathTo('safe', SAFE, { threshold: 2, signers: 5 })])
  const [row] = await confirm([bySafe], [fewer], [])
  expect(row?.codeChange).toMatchObject({ complete: false, paths: [{ proof: 'unconfirmed' }] })
})

test('the third node is asked when the second one fails, or reads something else', async () => {
  expect(await confirm([byKey], [], [fails, agrees(byKey)])).toEqual([byKey])
  expect(await confirm([byKey], [], [agrees(bySafe), agrees(byKey)])).toEqual([byKey])
})

test('no more than three other nodes are asked', async () => {
  let asked = 0
  const silent = async () => {
    asked++
    return null
  }
  await confirm([byKey], [], [silent, silent, silent, silent, silent])
  expect(asked).toBe(3)
})

test('a reading from several nodes needs two others, and one record is enough', async () => {
  const [row] = await confirm([bySafe], [], [agrees(bySafe)], 2)
  expect(row?.codeChange).toMatchObject({ complete: false })
  expect(await confirm([bySafe], [], [agrees(bySafe), agrees(bySafe)], 2)).toEqual([bySafe])
  expect(await confirm([bySafe], [bySafe], [], 2)).toEqual([bySafe])
})

test('powers, and who can pause, are checked as well', async () => {
  const rest = {
    powers: [{ getter: 'owner', paths: [pathTo('safe', SAFE, { threshold: 3, signers: 5 })] }],
    pause: { paths: [pathTo('eoa', KEY)], complete: true, pausedNow: false },
  }
  const reading = control([], rest)
  expect(await confirm([reading], [], [agrees(reading)])).toEqual([reading])
  const [row] = await confirm([reading], [], [])
  expect(row?.powers[0]?.paths.map(({ actor }) => actor)).toEqual(['safe', 'unidentified'])
  expect(row?.pause).toMatchObject({ complete: false, pausedNow: null })
  expect(row?.pause?.paths[0]?.actor).toBe('unidentified')
})

test('that nothing can pause it is not known from one node', async () => {
  expect((await confirm([bySafe], [], []))[0]?.pause).toEqual({
    paths: [],
    complete: false,
    pausedNow: null,
  })
})

test.each([true, false])(
  'that paused is %s is not known until a second node says so',
  async (pausedNow) => {
    const paused = control([], { pause: { paths: [], complete: true, pausedNow } })
    expect((await confirm([paused], [], [agrees(paused)]))[0]?.pause?.pausedNow).toBe(pausedNow)
    expect((await confirm([paused], [], [fails]))[0]?.pause?.pausedNow).toBeNull()
  },
)
