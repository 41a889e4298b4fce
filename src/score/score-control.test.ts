import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { ContractControl, ControlPath } from '../domain/control.ts'
import type { Universe } from '../domain/record.ts'
import { runs } from '../testing/runs.ts'
import { only, where } from './fixtures/concealment.ts'
import { contracts, HIDING } from './fixtures/contracts.ts'
import { expectNotAbove } from './fixtures/not-above.ts'
import { fact } from './fixtures/record.ts'
import { lonely } from './fixtures/universes.ts'
import { scoreUniverse } from './score.ts'

// Truth: what cannot be seen of contracts never looks better than what was seen, and a safer contract never looks worse.

type Change = (contract: ContractControl) => ContractControl
type Paths = { paths: ControlPath[]; complete: boolean }

const UNKNOWN = fc.constantFrom(...HIDING)

/** Changes the paths to change the code, or those to pause, as far as there are any. */
function changingPaths(to: (listed: Paths) => Paths, which: 'codeChange' | 'pause'): Change {
  return (contract) => {
    if (which === 'codeChange') {
      const { codeChange } = contract
      return codeChange.known
        ? { ...contract, codeChange: { ...codeChange, ...to(codeChange) } }
        : contract
    }
    // A public record that lists no one does not say who can pause; only the chain can hide a holder.
    const { pause, source } = contract
    return pause && source === 'onchain'
      ? { ...contract, pause: { ...pause, ...to(pause) } }
      : contract
  }
}

const WHICH = fc.constantFrom('codeChange', 'codeChange', 'pause')

/** Changes one path of a list, if there is one at that place. */
const changingOne =
  (index: number, to: (path: ControlPath) => ControlPath) =>
  ({ paths, complete }: Paths): Paths => ({
    paths: paths.map((path, at) => (at === index ? to(path) : path)),
    complete,
  })

const dropping =
  (index: number, isComplete: boolean) =>
  ({ paths, complete }: Paths): Paths => ({
    paths: paths.filter((_, at) => at !== index),
    complete: complete && isComplete,
  })

const place = fc.nat(3)

const unknown =
  (why: (typeof HIDING)[number]): Change =>
  (contract) => ({ ...contract, codeChange: { known: false, why } })

type Edit = (list: ContractControl[]) => ContractControl[]

describe.each<[string, fc.Arbitrary<Edit>]>([
  ['a contract', fc.tuple(place, UNKNOWN).map(([at, why]) => only(at, unknown(why)))],
  [
    'who acts on a path',
    fc.tuple(place, place, WHICH).map(([at, index, which]) => {
      const hide = changingOne(index, (path) => ({ ...path, actor: 'unidentified' }))
      return only(at, changingPaths(hide, which))
    }),
  ],
  [
    'a path',
    fc
      .tuple(place, place, WHICH)
      .map(([at, index, which]) => only(at, changingPaths(dropping(index, false), which))),
  ],
  [
    'the contracts of a role',
    fc
      .tuple(fc.constantFrom('funds', 'logic', 'token'), UNKNOWN)
      .map(([role, why]) => where((contract) => contract.role === role, unknown(why))),
  ],
  [
    'the contracts on a chain',
    fc
      .tuple(fc.constantFrom('Ethereum', 'Arbitrum', 'Polygon'), UNKNOWN)
      .map(([chain, why]) => where((contract) => contract.chain === chain, unknown(why))),
  ],
  ['all contracts', UNKNOWN.map((why) => (list: ContractControl[]) => list.map(unknown(why)))],
])('hiding %s', (_, edits) => {
  test('never lowers a risk, a dimension or the composite', () => {
    fc.assert(
      fc.property(lonely, contracts, edits, (universe, list, edit) => {
        const [before, after] = bothScores(universe, list, edit(list))
        expectNotAbove(before, after)
      }),
      runs(200),
    )
  })
})

describe.each<[string, fc.Arbitrary<Edit>]>([
  [
    'a longer delay',
    fc
      .tuple(place, place, WHICH, fc.integer({ min: 1, max: 40 * 86_400 }))
      .map(([at, index, which, more]) => {
        const wait = changingOne(index, (path) => ({
          ...path,
          delaySeconds: (path.delaySeconds ?? 0) + more,
        }))
        return only(at, changingPaths(wait, which))
      }),
  ],
  [
    'a longer vote',
    fc.tuple(place, place, fc.integer({ min: 1, max: 40 * 86_400 })).map(([at, index, more]) => {
      const wait = changingOne(index, (path) => ({
        ...path,
        voteSeconds: (path.voteSeconds ?? 0) + more,
      }))
      return only(at, changingPaths(wait, 'codeChange'))
    }),
  ],
  [
    'one more signature',
    fc.tuple(place, place, WHICH).map(([at, index, which]) => {
      const sign = changingOne(index, (path) => {
        const { threshold, signers } = path
        const canRise = threshold !== null && signers !== null && threshold < signers
        return canRise ? { ...path, threshold: threshold + 1 } : path
      })
      return only(at, changingPaths(sign, which))
    }),
  ],
  [
    'one path fewer',
    fc.tuple(place, place, WHICH).map(([at, index, which]) => {
      // Without any path the record would not say who can change the code.
      const drop = (listed: Paths) =>
        listed.paths.length > 1 ? dropping(index, true)(listed) : listed
      return only(at, changingPaths(drop, which))
    }),
  ],
])('%s', (_, edits) => {
  test('never raises a risk, a dimension or the composite', () => {
    fc.assert(
      fc.property(lonely, contracts, edits, (universe, list, edit) => {
        const [before, after] = bothScores(universe, list, edit(list))
        expectNotAbove(after, before)
      }),
      runs(200),
    )
  })
})

/** The scores of the protocol with two lists of contracts. */
function bothScores(universe: Universe, ...lists: ContractControl[][]) {
  const [first] = universe.records
  if (!first) throw new Error('there is no protocol')
  return lists.map((list) => {
    const record = { ...first, facts: { ...first.facts, control: fact(list) } }
    return scoreUniverse({ ...universe, records: [record] })[0]
  })
}
