import { beforeAll, describe, expect, test } from 'vitest'
import { formatChange } from '../../testing/onchain/read-control.ts'
import type { RawAccount } from '../../wallet/solana/accounts.ts'
import { SYSTEM_PROGRAM } from '../../wallet/solana/program-ids.ts'
import { accountFacts } from './account-facts.ts'
import { type Derive, programDataAddress, signedAddresses } from './derived.ts'
import {
  account,
  fixedProgram,
  key,
  program,
  programData,
  programV4,
  recordedAccount,
  squadsV3,
  squadsV4,
  wallet,
} from './fixtures/accounts.ts'
import { derive, type MemoryAccounts, memoryReader } from './fixtures/memory.ts'
import { isPartial, programControl } from './paths.ts'
import { SQUADS_V4 } from './programs.ts'
import { walkSolana } from './walk.ts'

/** A program of the table, and a multisig of it. */
const PROGRAM = key(100)
const MULTISIG = key(101)
/** A key on the curve, and one that is not on it. */
const [PERSON, DERIVED] = [key(3), key(2)]

let own: Derive
let data: string
beforeAll(async () => {
  own = await derive()
  expect([own.isDerived(PERSON), own.isDerived(DERIVED)]).toEqual([false, true])
  data = programDataAddress(PROGRAM, own) ?? ''
})

/** The program with this authority, beside other accounts. */
function under(authority: string | null, others: MemoryAccounts = {}): MemoryAccounts {
  return { [PROGRAM]: program(data), [data]: programData(authority), ...others }
}

function vaultOf(multisig: RawAccount, index = 0): string {
  return signedAddresses(MULTISIG, accountFacts(multisig), own)[index] ?? ''
}

test('a row of authorities without end is left after twelve of them', async () => {
  const row = Array.from({ length: 20 }, (_, at) => key(40 + at))
  const accounts = row.map((address, at) => [address, programV4(row[at + 1] ?? PERSON, 1)] as const)
  const reader = await memoryReader(Object.fromEntries(accounts))
  expect((await walkSolana(reader, row.slice(0, 1))).facts.size).toBe(12)
})

async function read(accounts: MemoryAccounts, targets = [PROGRAM, MULTISIG]) {
  const reader = await memoryReader(accounts)
  const graph = await walkSolana(reader, targets)
  const controls = targets.map((address) => {
    const row = { address, name: null, role: 'logic' as const }
    return programControl(graph, row, reader.at)
  })
  const [control] = controls
  if (!control) throw new Error('No target')
  return {
    controls,
    control,
    change: formatChange(control.codeChange),
    partial: targets.filter((address) => isPartial(graph, address)),
  }
}

const changeOf = async (accounts: MemoryAccounts) => (await read(accounts)).change

describe('a program is changed by', () => {
  test('the key that is its authority, also when it has no account', async () => {
    expect(await changeOf(under(PERSON))).toEqual(['eoa after 0'])
    expect(await changeOf(under(PERSON, { [PERSON]: wallet }))).toEqual(['eoa after 0'])
  })

  test('no one without an authority, under an old loader, or when it is finalized', async () => {
    expect(await changeOf(under(null))).toEqual(['nobody after 0'])
    expect(await changeOf(under(SYSTEM_PROGRAM))).toEqual(['nobody after 0'])
    expect(await changeOf({ [PROGRAM]: fixedProgram() })).toEqual(['nobody after 0'])
    expect(await changeOf({ [PROGRAM]: programV4(PERSON, 2) })).toEqual(['nobody after 0'])
    expect(await changeOf({ [PROGRAM]: programV4(PERSON, 1) })).toEqual(['eoa after 0'])
  })

  test('the signers of a multisig whose vault is its authority, after the delay', async () => {
    const multisig = squadsV4({ threshold: 2, delaySeconds: 86_400, members: [7, 7, 7, 1] })
    const others = { [MULTISIG]: multisig, [SQUADS_V4]: fixedProgram() }
    for (const index of [0, 3]) {
      const found = await read(under(vaultOf(multisig, index), others))
      expect(found.change).toEqual(['multisig 2/3 after 86400'])
      const [path] = found.control.codeChange.known ? found.control.codeChange.paths : []
      expect(path).toMatchObject({ address: MULTISIG, via: [vaultOf(multisig, index)] })
      // The multisig itself is a row of the table as well.
      expect(formatChange(found.controls[1]?.codeChange)).toEqual(found.change)
    }
    const v3 = squadsV3(4, 7)
    const before = { [MULTISIG]: v3, [v3.owner]: fixedProgram() }
    expect(await changeOf(under(vaultOf(v3, 1), before))).toEqual(['multisig 4/7 after 0'])
  })

  test('someone not known when no row names the multisig of a vault', async () => {
    const multisig = squadsV4()
    const found = await read(under(vaultOf(multisig), { [MULTISIG]: multisig }), [PROGRAM])
    expect(found.change).toEqual(['unidentified after null', '+'])
    expect(found.partial).toEqual([])
  })

  test('someone not known when the authority is the multisig and not its vault, or an account of another program', async () => {
    const others = { [MULTISIG]: squadsV4(), [DERIVED]: account(key(9), Buffer.alloc(80)) }
    expect(await changeOf(under(MULTISIG, others))).toEqual(['unidentified after null', '+'])
    expect(await changeOf(under(DERIVED, others))).toEqual(['unidentified after null', '+'])
  })

  test('one who can replace the signers of the multisig, at once', async () => {
    const multisig = squadsV4({ delaySeconds: 86_400, configAuthority: PERSON })
    const others = { [MULTISIG]: multisig, [SQUADS_V4]: fixedProgram() }
    expect(await changeOf(under(vaultOf(multisig), others))).toEqual([
      'eoa after 0',
      'multisig 2/3 after 86400',
    ])
  })

  test('one who can change the program that keeps the rules', async () => {
    const multisig = squadsV4()
    const code = programDataAddress(SQUADS_V4, own) ?? ''
    const squads = { [SQUADS_V4]: program(code), [code]: programData(PERSON) }
    const others = { [MULTISIG]: multisig, ...squads }
    expect(await changeOf(under(vaultOf(multisig), others))).toEqual([
      'eoa after 0',
      'multisig 2/3 after 0',
    ])
  })

  test('a vote, as its account says, or through its treasury', async () => {
    const vote = recordedAccount('Drift, vote of the DAO')
    const others = { [vote.address]: vote, [vote.owner]: fixedProgram() }
    const direct = await read(under(vote.address, others), [PROGRAM])
    expect(direct.change).toEqual(['governor after 86400'])
    const [path] = direct.control.codeChange.known ? direct.control.codeChange.paths : []
    expect(path?.voteSeconds).toBe(345_600)
    const [treasury = ''] = signedAddresses(vote.address, accountFacts(vote), own)
    const through = await read(under(treasury, others), [PROGRAM, vote.address])
    expect(through.change).toEqual(['governor after 86400'])
  })

  test('a multisig that could replace its own signers, without going in a circle', async () => {
    const vault = vaultOf(squadsV4())
    const others = { [MULTISIG]: squadsV4({ configAuthority: vault }), [SQUADS_V4]: fixedProgram() }
    expect(await changeOf(under(vault, others))).toEqual(['multisig 2/3 after 0'])
  })
})

describe('it is not known who changes a program', () => {
  test('that does not exist, or whose code was deleted: that is no fixed code', async () => {
    expect(await changeOf({})).toEqual(['? no-code'])
    expect(await changeOf({ [PROGRAM]: wallet })).toEqual(['? no-code'])
    expect(await changeOf({ [PROGRAM]: program(data) })).toEqual(['? no-code'])
  })

  test('of bytes that do not fit, or with code in another account', async () => {
    expect(await changeOf(under(null, { [data]: programData(null, Buffer.alloc(0)) }))).toEqual([
      '? unidentified',
    ])
    const elsewhere = { [PROGRAM]: program(key(50)), [key(50)]: programData(null) }
    expect(await changeOf(elsewhere)).toEqual(['? unidentified'])
  })

  test('of which a node failed to read a part, and it is read again', async () => {
    const multisig = squadsV4()
    const vault = vaultOf(multisig)
    const good = under(vault, { [MULTISIG]: multisig, [SQUADS_V4]: fixedProgram() })
    expect((await read(good)).partial).toEqual([])
    for (const lost of [PROGRAM, data, MULTISIG, SQUADS_V4]) {
      const { partial } = await read({ ...good, [lost]: 'failed' })
      expect([lost, partial.includes(PROGRAM)]).toEqual([lost, true])
    }
    expect((await read({ ...good, [PROGRAM]: 'failed' })).change).toEqual(['? node-failed'])
  })
})

test('of fixed code it is not said that no one can stop it: what a program lets its own accounts do is not read', async () => {
  const { control } = await read(under(null))
  expect(control).toMatchObject({ pause: null, powers: [{ getter: 'own accounts' }] })
  expect((await read(under(PERSON))).control.powers).toEqual([])
})
