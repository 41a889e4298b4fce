import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { isOneNodesWord } from '../../domain/format-control.ts'
import { missing, type Reading } from '../../domain/reading.ts'
import type { Methodology } from '../methodology.ts'
import { byWeakness } from '../path-order.ts'
import type { Measure } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { depositContracts, ofContract } from './control-facts.ts'
import { formatWho } from './describe-path.ts'
import { pathsOf } from './path-points.ts'
import { worstReaching } from './reach.ts'
import { asFarAsSeen } from './seen-chains.ts'

/** What decides on a path, the worst first. Whether an actor who is not known is a vote is not known either. */
const ORDER = ['others', 'unknown', 'vote', 'nobody'] as const

type Decider = (typeof ORDER)[number]

interface DecidedPath {
  contract: ContractControl
  path: ControlPath
  decider: Decider
  points: number
}

/**
 * Whether a vote on chain stands in the way of every change of the code of the contracts with deposits, as far as the paths reach enough
 * of TVL. Code that no one can change needs no vote. Missing where it depends on someone who is not known: that counts no better than
 * someone without a vote, so hiding who acts never pays.
 */
export function walkedVote(subject: Subject, method: Methodology): Reading<Measure> {
  const { control, governance: values } = method.parameters
  const contracts = depositContracts(subject)
  if (!contracts.known) return contracts
  const decided = contracts.value
    .flatMap((contract) =>
      (pathsOf(contract.codeChange) ?? []).map((path) => decide(contract, path)),
    )
    .sort((a, b) => b.points - a.points || byWeakness(a.path, b.path))
  const worst = worstReaching(decided, subject, control.reachShare)
  if (!worst || worst.decider === 'unknown') return missing('not-covered', contracts.source)
  const { contract, decider } = worst
  const value = decider === 'others' ? values.none : values.onChain
  const chains = new Set(decided.map((one) => one.contract.chain))
  const hasVote = decided.some((one) => one.decider === 'vote')
  const reading = ofContract(contract, { value, sentence: describe(worst, hasVote) })
  return asFarAsSeen(reading, chains, 'governance', subject, method)
}

function decide(contract: ContractControl, path: ControlPath): DecidedPath {
  const decider = deciderOf(path)
  return { contract, path, decider, points: ORDER.length - ORDER.indexOf(decider) }
}

function deciderOf(path: ControlPath): Decider {
  if (isOneNodesWord(path)) return 'unknown'
  switch (path.actor) {
    case 'nobody':
      return 'nobody'
    case 'governor':
      return 'vote'
    case 'unidentified':
    case 'timelock':
      return 'unknown'
    // A governance contract of a kind that no getter names may hold a vote.
    case 'curated':
      return path.threshold === null ? 'unknown' : 'others'
    default:
      return 'others'
  }
}

function describe({ contract, path, decider }: DecidedPath, hasVote: boolean): string {
  const { name, address, chain, day } = contract
  const code = `the code of ${name ?? 'the contract'} ${address} on ${chain} (${day})`
  if (decider === 'nobody')
    return `By its contracts there is nothing to vote on: no one can change ${code}.`
  if (decider === 'vote')
    return `By its contracts a vote on chain decides: ${formatWho(path)} can change ${code}.`
  const lead = hasVote
    ? 'A vote decides for some of its contracts, not for all'
    : 'By its contracts no vote decides'
  return `${lead}: ${formatWho(path)} can change ${code}.`
}
