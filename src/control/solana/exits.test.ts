import { describe, expect, test } from 'vitest'
import type { ProgramExit } from '../markets/exit-table.ts'
import { programDataAddress } from './derived.ts'
import { readExits } from './exits.ts'
import { key, program, programData } from './fixtures/accounts.ts'
import { derive, type MemoryAccounts, memoryReader } from './fixtures/memory.ts'
import { programControl } from './paths.ts'
import { walkSolana } from './walk.ts'

const PROGRAM = key(100)
const ROW: ProgramExit = {
  ...{ address: PROGRAM, name: 'pools', source: 'test', day: '2026-01-02' },
  chain: 'Solana',
  program: 'at once',
}

async function read(accounts: MemoryAccounts, targets = [PROGRAM]) {
  const reader = await memoryReader(accounts)
  const graph = await walkSolana(reader, targets)
  const controls = targets.map((address) =>
    programControl(graph, { address, name: null, role: 'logic' }, reader.at),
  )
  return readExits(new Map([['one', [ROW]]]), graph, controls).get('one')
}

describe('a program that deposits leave at once', () => {
  test('holds nothing back where its code was read', async () => {
    const data = programDataAddress(PROGRAM, await derive()) ?? ''
    const [market] = (await read({ [PROGRAM]: program(data), [data]: programData(key(3)) })) ?? []
    expect(market).toMatchObject({
      ...{ chain: 'Solana', address: PROGRAM, name: 'pools', day: '2026-01-02', block: 7 },
      ...{ availableShare: 1, withdrawSeconds: 0, suppliedUsd: null, gap: null },
      link: `https://explorer.solana.com/address/${PROGRAM}`,
    })
  })

  test.each([
    ['does not exist', {}, 'unreadable'],
    ['could not be read', { [PROGRAM]: 'failed' as const }, 'node-failed'],
  ])('is a gap where it %s', async (_, accounts, why) => {
    const [market] = (await read(accounts)) ?? []
    expect(market).toMatchObject({
      ...{ availableShare: null, withdrawSeconds: null },
      gap: { why, facts: ['availableShare', 'withdrawSeconds'] },
    })
  })

  test('is left out where the contract table does not name it', async () => {
    expect(await read({}, [])).toEqual([])
  })
})
