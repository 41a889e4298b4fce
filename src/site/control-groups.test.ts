import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aContract,
  aPath,
  changedBy,
  IMMUTABLE,
  someContracts,
} from '../domain/fixtures/control.ts'
import { controlByChain, groupControl } from './control-groups.ts'
import { shown } from './fixtures/control.ts'

const addressOf = (number: number) => `0x${String(number).padStart(40, '0')}`

describe('groups of contracts', () => {
  test('have one row for the same actor and delay', () => {
    const contracts = [1, 2, 3].map((number) => shown(aContract({ address: addressOf(number) })))
    const [group, ...others] = groupControl(contracts)
    expect(others).toEqual([])
    expect(group?.contracts).toHaveLength(3)
  })

  test('keep apart another delay, another chain, and a delay that is not known', () => {
    const paths = [aPath(), aPath({ delaySeconds: 60 }), aPath({ delaySeconds: null })]
    const contracts = [
      shown(aContract({ codeChange: changedBy(...paths) })),
      shown(aContract({ chain: 'Base' })),
    ]
    expect(groupControl(contracts)).toHaveLength(4)
  })

  test('name the contracts on the way only when they are the same for all', () => {
    const via = (...on: string[]) => changedBy(aPath({ via: on }))
    const same = [1, 2].map((number) =>
      aContract({ address: addressOf(number), codeChange: via('0xa') }),
    )
    expect(groupControl(same.map(shown))[0]?.via).toEqual(['0xa'])
    const other = aContract({ address: addressOf(3), codeChange: via('0xb') })
    expect(groupControl([...same, other].map(shown))[0]?.via).toBeNull()
  })

  test('have contracts that decide over deposits first, then the weakest way, fixed code last', () => {
    const contracts = [
      aContract({
        name: 'token',
        role: 'token',
        codeChange: changedBy(aPath({ actor: 'anyone' })),
      }),
      aContract({ name: 'fixed', codeChange: changedBy(IMMUTABLE) }),
      aContract({ name: 'unknown', codeChange: { known: false, why: 'node-failed' } }),
      aContract({ name: 'key', codeChange: changedBy(aPath({ actor: 'eoa' })) }),
    ]
    const names = groupControl(contracts.map(shown)).map((group) => group.contracts[0]?.name)
    expect(names).toEqual(['key', 'unknown', 'fixed', 'token'])
  })

  test('say at least where a contract may have more paths, or more than its document', () => {
    const change = { known: true, paths: [aPath()] } as const
    const partial = shown(
      aContract({ codeChange: { ...change, paths: [aPath()], complete: false } }),
    )
    const cut = {
      ...shown(aContract()),
      codeChange: { ...change, paths: [aPath()], complete: true, more: 1 },
    }
    expect(groupControl([partial])[0]?.atLeast).toBe(true)
    expect(groupControl([cut])[0]?.atLeast).toBe(true)
    expect(groupControl([shown(aContract())])[0]?.atLeast).toBe(false)
  })

  test('lose no path of any contract, and invent none', () => {
    const same = (path: object, other: object) =>
      JSON.stringify({ ...path, via: [] }) === JSON.stringify({ ...other, via: [] })
    fc.assert(
      fc.property(someContracts, (given) => {
        const contracts = given.map(shown)
        const groups = groupControl(contracts)
        for (const contract of contracts) {
          const paths = contract.codeChange.known ? contract.codeChange.paths : []
          const own = groups.filter((group) => group.contracts.includes(contract))
          for (const path of paths) {
            expect(own.some((group) => group.path && same(group.path, path))).toBe(true)
          }
          for (const { path } of own) {
            expect(paths.some((candidate) => path && same(candidate, path))).toBe(true)
          }
        }
      }),
    )
  })
})

describe('control by chain', () => {
  const on = (chain: string, number: number) =>
    shown(
      aContract({
        chain,
        address: addressOf(number),
        codeChange: changedBy(aPath({ delaySeconds: number })),
      }),
    )
  const contracts = [on('Base', 1), on('Arbitrum', 2), on('Ethereum', 3), on('Ethereum', 4)]
  const chainsOf = (groups: ReturnType<typeof groupControl>) =>
    groups.map((group) => group.contracts[0]?.chain)

  test('has the chain with most TVL first, and one without a known TVL last', () => {
    const tvls = [
      { chain: 'Arbitrum', tvlUsd: 5 },
      { chain: 'Ethereum', tvlUsd: 9 },
    ]
    const { first, rest, unread } = controlByChain(contracts, tvls, 4)
    expect(chainsOf(first)).toEqual(['Ethereum', 'Ethereum'])
    expect(chainsOf(rest)).toEqual(['Arbitrum', 'Base'])
    expect(unread).toBeNull()
  })

  test('folds what is beyond the first few, and loses none', () => {
    const { first, rest } = controlByChain(contracts, [{ chain: 'Ethereum', tvlUsd: 9 }], 1)
    expect([first.length, rest.length]).toEqual([1, 3])
    expect(chainsOf(rest)[0]).toBe('Ethereum')
  })

  test('names the chain with most TVL where nothing is read there', () => {
    const tvls = [
      { chain: 'Base', tvlUsd: 1 },
      { chain: 'Sui', tvlUsd: 9 },
    ]
    const { first, unread } = controlByChain(contracts, tvls, 4)
    expect(unread).toBe('Sui')
    expect(chainsOf(first)).toEqual(['Base'])
    expect(controlByChain(contracts, [], 4).unread).toBeNull()
  })
})
