import { expect, test } from 'vitest'
import { SOLANA } from '../../chains/scan-chains.ts'
import { contractRows } from '../live.ts'
import { programDataAddress } from './derived.ts'
import {
  fixedProgram,
  program,
  programData,
  recordedAccount,
  squadsV3,
  squadsV4,
} from './fixtures/accounts.ts'
import { derive, type MemoryAccounts, memoryReader } from './fixtures/memory.ts'
import recorded from './fixtures/recorded.json' with { type: 'json' }
import { programControl } from './paths.ts'
import { SERUM_MULTISIG, SQUADS_V3, SQUADS_V4 } from './programs.ts'
import { walkSolana } from './walk.ts'

test('the multisigs of the table sign for the authorities that programs of the table had in 2026', async () => {
  const rows = contractRows().filter(({ chain }) => chain === SOLANA.name)
  const own = await derive()
  const programs = Object.entries(recorded.authorities.programs).flatMap(([authority, all]) =>
    all.map((address) => ({ address, authority })),
  )
  const multisigs = rows.filter(({ role }) => role === 'governance')
  const accounts: MemoryAccounts = Object.fromEntries([
    ...programs.flatMap(({ address, authority }) => {
      const data = programDataAddress(address, own) ?? ''
      return [
        [address, program(data)],
        [data, programData(authority)],
      ]
    }),
    ...multisigs.map(({ address, name }) => [address, multisigOf(name ?? '')]),
    ...[SQUADS_V3, SQUADS_V4, SERUM_MULTISIG].map((address) => [address, fixedProgram()]),
  ])
  const reader = await memoryReader(accounts)
  const graph = await walkSolana(
    reader,
    rows.map(({ address }) => address),
  )
  const found = programs.map(({ address }) => {
    const row = rows.find((each) => each.address === address)
    const change = row && programControl(graph, row, reader.at).codeChange
    return [address, change?.known && change.paths.map(({ actor }) => actor)]
  })
  expect(found).toEqual(programs.map(({ address }) => [address, ['multisig']]))
})

/** An account of the kind that its row names; its address is what counts here. */
function multisigOf(name: string) {
  if (name.startsWith('Serum')) return recordedAccount('Marinade, multisig of Serum')
  return name.startsWith('Squads v3') ? squadsV3(4, 7) : squadsV4()
}
