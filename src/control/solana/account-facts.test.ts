import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RawAccount } from '../../wallet/solana/accounts.ts'
import { SYSTEM_PROGRAM, UPGRADEABLE_LOADER } from '../../wallet/solana/program-ids.ts'
import { accountFacts } from './account-facts.ts'
import {
  account,
  bytes,
  CODE,
  fixedProgram,
  key,
  program,
  programData,
  programV4,
  recordedAccount,
  squadsV3,
  squadsV4,
  u32,
  u64,
  wallet,
} from './fixtures/accounts.ts'
import {
  FIXED_LOADERS,
  GOVERNANCE_PROGRAMS,
  LOADER_V4,
  SERUM_MULTISIG,
  SQUADS_V3,
  SQUADS_V4,
} from './programs.ts'

const OTHER = { kind: 'other' }

describe('accounts of mainnet', () => {
  test('a multisig of Squads v4: six of its seven members may vote', () => {
    expect(accountFacts(recordedAccount('Drift, Squads v4'))).toEqual({
      kind: 'multisig',
      program: SQUADS_V4,
      threshold: 4,
      signers: 6,
      delaySeconds: 3_600,
      configAuthority: null,
    })
  })

  test('a multisig of Serum begins as one of Squads does, and is read as its own program stores it', () => {
    const marinade = recordedAccount('Marinade, multisig of Serum')
    expect(accountFacts(marinade)).toEqual({
      kind: 'multisig',
      program: SERUM_MULTISIG,
      threshold: 6,
      signers: 13,
      delaySeconds: 0,
      configAuthority: null,
    })
    expect(accountFacts({ ...marinade, owner: SQUADS_V4 })).toEqual(OTHER)
    expect(accountFacts({ ...marinade, owner: key(3) })).toEqual(OTHER)
  })

  test('a vote that never ends early, in which the council only has a veto', () => {
    expect(accountFacts(recordedAccount('Drift, vote of the DAO'))).toMatchObject({
      kind: 'governance',
      delaySeconds: 86_400,
      voteSeconds: 345_600,
    })
  })
})

describe('programs', () => {
  test('of the upgradeable loader name the account with their code and authority', () => {
    expect(accountFacts(program(key(2)))).toEqual({ kind: 'program', data: key(2) })
    const found = accountFacts(programData(key(3)))
    expect(found).toEqual({ kind: 'program-data', authority: key(3) })
  })

  test('without an authority can no longer be changed, whatever bytes an earlier one left', () => {
    expect(accountFacts(programData(null))).toEqual({ kind: 'program-data', authority: null })
  })

  test.each([...FIXED_LOADERS])('of the loader %s cannot be changed', (loader) => {
    expect(accountFacts(fixedProgram(loader))).toEqual({ kind: 'fixed-program' })
    expect(accountFacts({ ...fixedProgram(loader), executable: false })).toEqual(OTHER)
    expect(accountFacts(account(loader, Buffer.alloc(64), true))).toEqual(OTHER)
  })

  test('of loader v4 are changed by their authority until they are finalized, also while they are retracted', () => {
    const mutable = { kind: 'program-v4', authority: key(3) }
    expect([0, 1, 2, 3].map((state) => accountFacts(programV4(key(3), state)))).toEqual([
      mutable,
      mutable,
      { kind: 'fixed-program' },
      OTHER,
    ])
  })

  test('that do not exist, and accounts of the system, are no programs', () => {
    expect(accountFacts(null)).toEqual({ kind: 'none' })
    expect(accountFacts(wallet)).toEqual({ kind: 'system' })
    expect(accountFacts(account(SYSTEM_PROGRAM, Buffer.alloc(80)))).toEqual(OTHER)
  })
})

describe('multisigs', () => {
  test('of Squads v4 may have a delay, someone who replaces the signers, and someone who collects rent', () => {
    const fields = { delaySeconds: 172_800, configAuthority: key(7), rentCollector: key(8) }
    expect(accountFacts(squadsV4({ ...fields, members: [7, 2, 5] }))).toMatchObject({
      threshold: 2,
      signers: 2,
      delaySeconds: 172_800,
      configAuthority: key(7),
    })
  })

  test('of Squads v3 have no delay', () => {
    const found = accountFacts(squadsV3(4, 7))
    expect(found).toMatchObject({ threshold: 4, signers: 7, delaySeconds: 0, program: SQUADS_V3 })
  })

  test.each([
    ['more needed than may vote', squadsV4({ threshold: 3, members: [7, 7, 5] })],
    ['none needed', squadsV4({ threshold: 0 })],
    ['a delay of years', squadsV4({ delaySeconds: 7_776_001 })],
    ['a permission that does not exist', squadsV4({ members: [7, 7, 8] })],
    ['more needed than there are', squadsV3(8, 7)],
    ['a member too few', cut(squadsV4(), 1)],
    ['another beginning', changed(squadsV4(), 0, 0)],
    ['a flag that is neither yes nor no', changed(squadsV4(), 94, 2)],
    ['a count of four thousand million', changed(squadsV3(4, 7), 57, 255)],
    ['nothing', account(SQUADS_V4, Buffer.alloc(0))],
  ])('with %s say nothing', (_, damaged) => {
    expect(accountFacts(damaged)).toEqual(OTHER)
  })
})

describe('votes', () => {
  const drift = recordedAccount('Drift, vote of the DAO')
  /** Where its bytes say how the community votes, when it ends, and how the council votes and ends. */
  const [COMMUNITY, END, COUNCIL, COUNCIL_END] = [69, 87, 88, 99]

  test('that enough votes end early may take no time', () => {
    for (const end of [0, 1]) {
      expect(accountFacts(changed(drift, END, end))).toMatchObject({ voteSeconds: 0 })
    }
  })

  test('before version 3 are alike for all', () => {
    const data = bytes(drift.data.subarray(0, COUNCIL), Buffer.alloc(4), Buffer.alloc(40))
    expect(accountFacts({ ...drift, data })).toMatchObject({ voteSeconds: 345_600 })
  })

  test.each([
    ['of no known type', changed(drift, COMMUNITY, 3)],
    ['with an end of no known type', changed(drift, END, 3)],
    ['with a council of no known type', changed(drift, COUNCIL, 9)],
    ['of another kind of account', changed(drift, 0, 16)],
    ['of a program that is not known', { ...drift, owner: key(3) }],
    ['that are cut off', cut(drift, drift.data.length - COUNCIL_END)],
  ])('%s say nothing', (_, damaged) => {
    expect(accountFacts(damaged)).toEqual(OTHER)
  })
})

const OWNERS = [
  SYSTEM_PROGRAM,
  ...FIXED_LOADERS,
  UPGRADEABLE_LOADER,
  LOADER_V4,
  SQUADS_V4,
  SQUADS_V3,
  SERUM_MULTISIG,
  ...GOVERNANCE_PROGRAMS,
]
const SOUND: RawAccount[] = [
  program(key(2)),
  programData(key(3)),
  programData(null),
  programV4(key(3), 1),
  fixedProgram(),
  squadsV4(),
  squadsV3(4, 7),
  recordedAccount('Drift, vote of the DAO'),
  recordedAccount('Marinade, multisig of Serum'),
]

test('no bytes make it throw', () => {
  const any = fc.tuple(fc.constantFrom(...OWNERS), fc.uint8Array({ maxLength: 300 }), fc.boolean())
  fc.assert(
    fc.property(any, ([owner, data, executable]) => {
      const { kind } = accountFacts(account(owner, data, executable))
      expect(kind).not.toBe('none')
    }),
  )
})

test('damage never makes code fixed that was not, nor a multisig of what is none', () => {
  const damaged = fc
    .tuple(
      fc.constantFrom(...SOUND),
      fc.constantFrom('cut', 'emptied'),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
    )
    .map(([whole, how, share]) => {
      const left = Math.floor(share * whole.data.length)
      const data = Buffer.from(whole.data)
      return { whole, how, left, data: how === 'cut' ? data.subarray(0, left) : data.fill(0, left) }
    })
  fc.assert(
    fc.property(damaged, ({ whole, data }) => {
      const [before, after] = [accountFacts(whole), accountFacts({ ...whole, data })]
      if (isFixed(after))
        expect([isFixed(before), data.includes(CODE.subarray(0, 4))]).toEqual([true, true])
      expect([before.kind, 'other']).toContain(after.kind)
    }),
    { numRuns: 1_000 },
  )
})

test('an account of zeros is not fixed under any owner', () => {
  for (const owner of OWNERS) {
    for (const size of [0, 4, 13, 36, 45, 48, 64, 300]) {
      expect(isFixed(accountFacts(account(owner, Buffer.alloc(size), true)))).toBe(false)
    }
  }
  // What a closed program leaves: a state of 0, or the state of its data without code.
  expect(accountFacts(account(UPGRADEABLE_LOADER, bytes(u32(0), u64(0))))).toEqual(OTHER)
  expect(accountFacts(programData(null, Buffer.alloc(0)))).toEqual(OTHER)
  expect(accountFacts(programData(null, CODE.subarray(0, 3)))).toEqual(OTHER)
})

function isFixed(facts: ReturnType<typeof accountFacts>): boolean {
  return (
    facts.kind === 'fixed-program' || (facts.kind === 'program-data' && facts.authority === null)
  )
}

function cut(whole: RawAccount, count: number): RawAccount {
  return { ...whole, data: whole.data.subarray(0, whole.data.length - count) }
}

function changed(whole: RawAccount, at: number, byte: number): RawAccount {
  const data = Buffer.from(whole.data)
  data[at] = byte
  return { ...whole, data }
}
