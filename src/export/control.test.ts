import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CONTRACTS, MAX_PATHS, control as schema } from '../contract/control.ts'
import {
  aContract,
  aPath,
  changedBy,
  IMMUTABLE,
  someContracts,
} from '../domain/fixtures/control.ts'
import { aReview } from '../score/fixtures/review.ts'
import { pathWeakness } from '../score/path-order.ts'
import { createControl } from './control.ts'
import { controlHeadline } from './control-headline.ts'

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

describe('control in a document', () => {
  test('matches its schema and keeps every fact', () => {
    const document = createControl(
      [
        aContract({
          powers: [{ getter: 'owner', paths: [aPath()] }],
          pause: { paths: [aPath({ actor: 'eoa' })], complete: false, pausedNow: null },
          tvlUsd: 12.345,
        }),
      ],
      [aReview({ stage: 1, upgradeability: 'H' })],
    )
    expect(schema.parse(document)).toEqual(document)
    expect(document.contracts[0]).toMatchObject({
      codeChange: { known: true, complete: true, more: 0, paths: [{ threshold: 3, signers: 5 }] },
      powers: [{ getter: 'owner', paths: [{ actor: 'safe' }] }],
      pause: { complete: false, pausedNow: null, paths: [{ actor: 'eoa' }] },
      day: '2024-03-11',
      block: 19_400_000,
      tvlUsd: 12.35,
    })
    expect(document.reviews).toEqual([
      {
        chain: 'Ethereum',
        stage: 1,
        upgradeability: 'H',
        exitWindow: null,
        reviewedOn: '2024-01-01',
        url: 'https://example.com/review',
      },
    ])
  })

  test('spells an EVM address in lower case everywhere, and leaves others as they are', () => {
    const mixed = '0xAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAbAb'
    const path = aPath({ actor: 'eoa', address: mixed, via: [mixed] })
    const solana = aContract({
      chain: 'Solana',
      address: 'So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo',
    })
    const document = createControl(
      [aContract({ address: mixed, codeChange: changedBy(path) }), solana],
      [],
    )
    expect(JSON.stringify(document)).not.toContain(mixed)
    expect(document.headline).toContain(mixed.toLowerCase())
    expect(document.contracts.map(({ address }) => address)).toContain(solana.address)
  })

  test('keeps what is not known apart from zero', () => {
    const unknown = aContract({ codeChange: { known: false, why: 'not-recorded' }, block: null })
    const document = createControl([unknown], [])
    expect(document.contracts[0]).toMatchObject({
      codeChange: { known: false, why: 'not-recorded' },
      pause: null,
      block: null,
      tvlUsd: null,
    })
  })

  test('has the contracts that decide over deposits first, then the weakest', () => {
    const names = (['token', 'fixed', 'unknown', 'weak'] as const).map((name, index) =>
      aContract({
        name,
        address: addressOf(index + 1),
        role: name === 'token' ? 'token' : 'funds',
        codeChange:
          name === 'unknown'
            ? { known: false, why: 'node-failed' }
            : changedBy(name === 'fixed' ? IMMUTABLE : aPath({ actor: 'eoa' })),
      }),
    )
    const order = createControl(names, []).contracts.map(({ name }) => name)
    expect(order).toEqual(['weak', 'unknown', 'fixed', 'token'])
  })

  test('has the chain with most TVL first, and the headline names it, unless another is weaker', () => {
    const on = (chain: string, delaySeconds: number) =>
      aContract({ chain, codeChange: changedBy(aPath({ delaySeconds })) })
    const documentOf = (...contracts: ReturnType<typeof on>[]) =>
      createControl(contracts, [], ['Ethereum', 'Base'])
    const equal = documentOf(on('Arbitrum', 60), on('Base', 60), on('Ethereum', 60))
    expect(equal.contracts.map(({ chain }) => chain)).toEqual(['Ethereum', 'Base', 'Arbitrum'])
    expect(equal.headline).toContain(' on Ethereum (')
    const weaker = documentOf(on('Ethereum', 864_000), on('Arbitrum', 0))
    expect(weaker.headline).toContain(' on Arbitrum (')
  })

  test('stays within its limits, keeps the weakest, and counts the rest', () => {
    const paths = Array.from({ length: 30 }, (_, index) =>
      aPath({ delaySeconds: (index % 15) * 3600, address: addressOf(index + 1) }),
    )
    const powers = [
      { getter: 'owner', paths: paths.slice(0, 10) },
      { getter: 'guardian', paths: paths.slice(0, 10) },
      { getter: 'keeper', paths: paths.slice(0, 10) },
    ]
    const contracts = Array.from({ length: 70 }, (_, index) =>
      aContract({ address: addressOf(index + 1), codeChange: changedBy(...paths), powers }),
    )
    const document = createControl(contracts, [])
    const [first] = document.contracts
    if (!first?.codeChange.known) throw new Error('the change is known')
    expect([document.contracts.length, document.more]).toEqual([MAX_CONTRACTS, 10])
    expect([first.codeChange.paths.length, first.codeChange.more]).toEqual([MAX_PATHS, 18])
    expect(first.codeChange.paths.slice(0, 2).map(({ delaySeconds }) => delaySeconds)).toEqual([
      0, 0,
    ])
    expect(first.powers.map((power) => power.paths.length)).toEqual([10, 2])
    expect(first.morePowers).toBe(18)
  })

  test('cuts long texts and drops what is no link', () => {
    const document = createControl(
      [aContract({ name: `Pool\n${'x'.repeat(10_000)}`, link: 'javascript:alert(1)' })],
      [aReview({ url: 'https://user:secret@example.com' })],
    )
    expect(document.contracts[0]?.name).toMatch(/^Pool x{394}…$/)
    expect(document.contracts[0]?.link).toBeNull()
    expect(document.reviews[0]?.url).toBeNull()
    expect(document.headline.length).toBeLessThan(1000)
  })
})

describe('whatever the contracts', () => {
  test('each is in the document, with every path', () => {
    fc.assert(
      fc.property(someContracts, (contracts) => {
        const document = schema.parse(createControl(contracts, []))
        const count = (list: readonly { codeChange: { known: boolean; paths?: unknown[] } }[]) =>
          list.map(({ codeChange }) => codeChange.paths?.length).sort()
        expect(count(document.contracts)).toEqual(count(contracts as never))
        expect(document.headline).toBe(controlHeadline(contracts))
        const [first] = document.contracts
        if (
          /can change the code of|is not known/.test(document.headline) &&
          !document.headline.startsWith('No')
        ) {
          expect(document.headline).toContain(` on ${first?.chain} (${first?.address})`)
        }
      }),
    )
  })

  test('the order does not depend on the order before', () => {
    fc.assert(
      fc.property(someContracts, (contracts) => {
        const { headline, ...document } = createControl(contracts, [])
        const reversed = createControl(contracts.toReversed(), [])
        expect(reversed).toEqual({ headline, ...document })
      }),
    )
  })

  test('a path that is left out is never weaker than one that is shown', () => {
    const delays = fc.array(fc.nat(1000), { minLength: MAX_PATHS + 1, maxLength: 40 })
    fc.assert(
      fc.property(delays, (hours) => {
        const paths = hours.map((hour) => aPath({ delaySeconds: hour * 3600 }))
        const document = createControl([aContract({ codeChange: changedBy(...paths) })], [])
        const change = document.contracts[0]?.codeChange
        if (!change?.known) throw new Error('the change is known')
        const sorted = paths.map(pathWeakness).sort((a, b) => b - a)
        expect(change.paths.map(pathWeakness)).toEqual(sorted.slice(0, MAX_PATHS))
      }),
    )
  })
})
