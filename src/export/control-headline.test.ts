import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContractControl } from '../domain/control.ts'
import {
  aContract,
  aPath,
  changedBy,
  IMMUTABLE,
  someContracts,
} from '../domain/fixtures/control.ts'
import { pathWeakness } from '../score/path-order.ts'
import { decidingContracts } from './control-contracts.ts'
import { controlHeadline } from './control-headline.ts'

const POOL = '0x0000000000000000000000000000000000000001'
const SAFE = '0x00000000000000000000000000000000000000aa'
const OTHER = aContract({ address: '0x0000000000000000000000000000000000000002', name: 'Vault' })

describe('the headline', () => {
  test('names the weakest way with address, delay, day and block', () => {
    const delayed = aPath({ threshold: 3, signers: 6, delaySeconds: 864_000, address: '0xbb' })
    const atOnce = aPath({ threshold: 9, signers: 13 })
    expect(controlHeadline([aContract({ codeChange: changedBy(delayed, atOnce) })])).toBe(
      `9 of 13 signers of a Safe (${SAFE}) can change the code of Pool on Ethereum (${POOL}) at once, as of 2024-03-11, block 19400000.`,
    )
  })

  test('counts the other contracts that the same actor can change likewise', () => {
    expect(controlHeadline([aContract(), OTHER])).toContain(
      `Pool on Ethereum (${POOL}) and 1 more contract at once`,
    )
  })

  test('says that a delay is not recorded', () => {
    const codeChange = changedBy(aPath({ delaySeconds: null }))
    expect(controlHeadline([aContract({ codeChange, block: null })])).toMatch(
      /, delay not recorded, as of 2024-03-11\.$/,
    )
  })

  test('says "at least" where there may be more ways', () => {
    const partial = aContract({ codeChange: { known: true, paths: [aPath()], complete: false } })
    expect(controlHeadline([partial])).toContain('At least this way exists; the record may not')
    const unknown = aContract({ ...OTHER, codeChange: { known: false, why: 'not-recorded' } })
    expect(controlHeadline([aContract(), unknown])).toContain('nothing is known of 1 of 2')
    expect(controlHeadline([aContract()])).not.toContain('At least')
  })

  test('is about contracts that decide over deposits, where there are any', () => {
    const token = aContract({
      ...OTHER,
      role: 'token',
      codeChange: changedBy(aPath({ actor: 'eoa' })),
    })
    expect(controlHeadline([aContract(), token])).toContain('3 of 5 signers')
    expect(controlHeadline([token])).toContain('One key')
  })

  test('says that no one can change fixed code, and where to look next', () => {
    const fixed = aContract({ codeChange: changedBy(IMMUTABLE) })
    expect(controlHeadline([fixed])).toBe(
      'No one can change this code, as of 2024-03-11; who holds other powers is not recorded.',
    )
    const owned = aContract({
      ...OTHER,
      role: 'governance',
      powers: [{ getter: 'owner', paths: [aPath()] }],
    })
    expect(controlHeadline([fixed, owned])).toBe(
      'No one can change this code, as of 2024-03-11; who holds other powers is recorded too.',
    )
  })

  test('accuses no one without an address', () => {
    const codeChange = changedBy(aPath({ actor: 'eoa', address: null }))
    const headline = controlHeadline([aContract({ codeChange })])
    expect(headline).toMatch(/^Someone whose address is not recorded can change/)
    expect(headline).not.toContain('key')
  })

  test('does not call an address a contract, nor its holder an owner', () => {
    const path = aPath({ actor: 'unidentified', threshold: null, signers: null })
    const headlineOf = (note: string | null) =>
      controlHeadline([aContract({ codeChange: changedBy({ ...path, note }) })])
    expect(headlineOf(null)).toMatch(/^An address that is not identified \(0x0+aa\) can change/)
    expect(headlineOf('a contract named SimpleGovernance')).toMatch(
      /^A contract named SimpleGovernance \(0x0+aa\) can change/,
    )
  })

  test('quotes what one node says', () => {
    const path = aPath({ proof: 'unconfirmed' })
    const contract = aContract({ codeChange: { known: true, paths: [path], complete: false } })
    expect(controlHeadline([contract])).toBe(
      `One node says that 3 of 5 signers of a Safe (${path.address}) can change the code of Pool on Ethereum (${POOL}), at once, as of 2024-03-11, block 19400000; not confirmed.`,
    )
  })

  test('of an unconfirmed actor says only that', () => {
    const path = aPath({ actor: 'unidentified', address: null, proof: 'unconfirmed' })
    const contract = aContract({ codeChange: { known: true, paths: [path], complete: false } })
    expect(controlHeadline([contract])).toBe(
      `Who can change the code of Pool on Ethereum (${POOL}) could not be confirmed, as of 2024-03-11, block 19400000.`,
    )
  })

  test('says when it rests on a public record', () => {
    const recorded = aContract({ source: 'l2beat', codeChange: changedBy(IMMUTABLE) })
    expect(controlHeadline([recorded])).toContain(
      'No one can change this code, as recorded on 2024-03-11;',
    )
  })

  test('says why nothing is known', () => {
    const codeChange = { known: false, why: 'unknown-proxy' } as const
    expect(controlHeadline([aContract({ codeChange })])).toBe(
      `Who can change the code of Pool on Ethereum (${POOL}) is not known: it delegates to code that no known slot names, as of 2024-03-11, block 19400000.`,
    )
  })

  test('does not take an empty list for no one', () => {
    expect(controlHeadline([aContract({ codeChange: changedBy() })])).toContain('is not known')
  })

  test('never says safe', () => {
    fc.assert(
      fc.property(someContracts, (contracts) => {
        expect(controlHeadline(contracts)).not.toMatch(/\bsafe\b|trusted|guaranteed/)
      }),
    )
  })
})

/** The path that a headline names, by marking each path of the contracts with an address of its own. */
function namedPath(contracts: ContractControl[]) {
  let number = 0
  const marked = contracts.map((contract) => {
    const change = contract.codeChange
    if (!change.known) return contract
    const paths = change.paths.map((path) => {
      number += 1
      return { ...path, address: path.address && `0xmark${number}` }
    })
    return { ...contract, codeChange: { ...change, paths } }
  })
  const headline = controlHeadline(marked)
  const paths = decidingContracts(marked).flatMap(({ codeChange }) =>
    codeChange.known ? codeChange.paths : [],
  )
  return {
    headline,
    paths,
    named: paths.find(({ address }) => address && headline.includes(`(${address})`)),
  }
}

describe('whatever the contracts', () => {
  test('the headline is never better than any path', () => {
    fc.assert(
      fc.property(someContracts, (contracts) => {
        const { headline, named, paths } = namedPath(contracts)
        const weakest = Math.max(...paths.map(pathWeakness))
        if (named) expect(pathWeakness(named)).toBe(weakest)
        else if (weakest > 0) expect(headline).toMatch(/^(Someone|Anyone) /)
      }),
    )
  })

  test('no one is named only when no path of a deciding contract leads to anyone', () => {
    fc.assert(
      fc.property(someContracts, (contracts) => {
        const deciding = decidingContracts(contracts)
        const allFixed = deciding.every(
          ({ codeChange }) =>
            codeChange.known &&
            codeChange.complete &&
            codeChange.paths.every(({ actor }) => actor === 'nobody'),
        )
        expect(controlHeadline(contracts).startsWith('No one can')).toBe(allFixed)
      }),
    )
  })

  test('hiding a path or a contract never improves the headline', () => {
    fc.assert(
      fc.property(
        someContracts,
        fc.nat(5),
        fc.nat(3),
        fc.boolean(),
        (contracts, at, which, whole) => {
          const hidden = contracts.map((contract, index) => {
            const change = contract.codeChange
            if (index !== at % contracts.length || !change.known) return contract
            const paths = change.paths.filter(
              (_, position) => position !== which % change.paths.length,
            )
            const codeChange =
              whole || paths.length === 0
                ? { known: false as const, why: 'node-failed' as const }
                : { known: true as const, paths, complete: false }
            return { ...contract, codeChange }
          })
          const after = controlHeadline(hidden)
          expect(after.startsWith('No one can')).toBe(
            after === controlHeadline(contracts) && after.startsWith('No one can'),
          )
          const isSame = after === controlHeadline(contracts)
          const isOpen = /At least|not known|there may be one/.test(after)
          expect(isSame || isOpen).toBe(true)
        },
      ),
    )
  })
})
