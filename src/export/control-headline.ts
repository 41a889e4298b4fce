import type { ContractControl, ControlPath } from '../domain/control.ts'
import { newestDay } from '../domain/day.ts'
import { formatActor, formatDelay, formatGap, isOneNodesWord } from '../domain/format-control.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { byWeakness, pathWeakness } from '../score/path-order.ts'
import { contractKey, contractsInOrder, decidingContracts } from './control-contracts.ts'

/** A way to change the code of a contract. */
interface Way {
  contract: ContractControl
  path: ControlPath
}

/** Contracts by what is known of who can change their code. */
interface Survey {
  ways: Way[]
  /** Contracts of which no way is known, and not that there is none. */
  unknown: ContractControl[]
  /** There may be more ways than these. */
  atLeast: boolean
}

/**
 * The weakest known way to change the code of a contract that decides over deposits, in a sentence or two with addresses, day and
 * block; it is one of the first of `contractsInOrder`, with the same `chains`. Says that no one can only when every way of every such contract is known.
 */
export function controlHeadline(
  contracts: readonly ContractControl[],
  chains: readonly string[] = [],
): string {
  const deciding = contractsInOrder(decidingContracts(contracts), chains)
  const survey = surveyOf(deciding)
  const [weakest] = survey.ways
  if (!weakest) return unknownSentence(survey.unknown)
  if (weakest.path.actor === 'nobody') return nobodySentence(deciding, survey, contracts)
  return isOneNodesWord(weakest.path)
    ? unconfirmedSentence(weakest)
    : `${waySentence(weakest, survey)}${reserve(deciding, survey)}`
}

function surveyOf(deciding: ContractControl[]): Survey {
  const ways = deciding.flatMap((contract) =>
    contract.codeChange.known ? contract.codeChange.paths.map((path) => ({ contract, path })) : [],
  )
  const unknown = deciding.filter(
    ({ codeChange }) => !codeChange.known || codeChange.paths.length === 0,
  )
  const partial = deciding.some(({ codeChange }) => codeChange.known && !codeChange.complete)
  return {
    // Stable: among equally weak ways the order of the contracts stays.
    ways: ways.sort((a, b) => pathWeakness(b.path) - pathWeakness(a.path)),
    unknown,
    atLeast: partial || unknown.length > 0,
  }
}

function waySentence({ contract, path }: Way, { ways }: Survey): string {
  const others = new Set(
    ways
      .filter((way) => way.contract !== contract && byWeakness(way.path, path) === 0)
      .map((way) => contractKey(way.contract)),
  ).size
  const delay = formatDelay(path)
  const joint = delay.startsWith('delay') ? ', ' : ' '
  return `${subject(path)} can change the code of ${nameOf(contract)}${moreContracts(others)}${joint}${delay}, ${when(contract)}.`
}

/** One node alone is no proof: what it says of a Safe or a vote is its word, and anything else is not said. */
function unconfirmedSentence({ contract, path }: Way): string {
  if (path.actor === 'unidentified') {
    return `Who can change the code of ${nameOf(contract)} could not be confirmed, ${when(contract)}.`
  }
  const who = `${formatActor(path)}${path.address === null ? '' : ` (${path.address})`}`
  return `One node says that ${who} can change the code of ${nameOf(contract)}, ${formatDelay(path)}, ${when(contract)}; not confirmed.`
}

/** Without an address no actor is named. */
function subject(path: ControlPath): string {
  const isNamed = path.address !== null || path.actor === 'anyone' || path.actor === 'unidentified'
  if (!isNamed) return 'Someone whose address is not recorded'
  const words = formatActor(path)
  const capital = words.charAt(0).toUpperCase() + words.slice(1)
  return path.address === null ? capital : `${capital} (${path.address})`
}

function reserve(deciding: ContractControl[], { unknown, atLeast }: Survey): string {
  if (!atLeast) return ''
  return unknown.length === 0
    ? ' At least this way exists; the record may not list every one.'
    : ` At least this way exists; nothing is known of ${unknown.length} of ${deciding.length} contracts.`
}

function nobodySentence(
  deciding: ContractControl[],
  { unknown, atLeast }: Survey,
  all: readonly ContractControl[],
): string {
  const newest = newestDay(deciding.map(({ day }) => day))
  const asOf = deciding.filter(({ day }) => day === newest).map(whenOfDay)[0] ?? ''
  const hasPowers = all.some(({ powers, pause }) => powers.length > 0 || pause !== null)
  const powers = hasPowers
    ? '; who holds other powers is recorded too'
    : '; who holds other powers is not recorded'
  if (!atLeast) return `No one can change this code, ${asOf}${powers}.`
  return unknown.length === 0
    ? `No way to change this code is known, ${asOf}, but there may be one${powers}.`
    : `The code of ${deciding.length - unknown.length} of ${deciding.length} contracts is fixed, ${asOf}; who can change the others is not known.`
}

function unknownSentence(unknown: ContractControl[]): string {
  const [first, ...others] = unknown
  if (!first) return 'Who can change the code is not known.'
  const { codeChange, unconfirmed } = first
  const why = formatGap(codeChange.known ? null : codeChange.why, unconfirmed)
  return `Who can change the code of ${nameOf(first)}${moreContracts(others.length)} is not known: ${why}, ${when(first)}.`
}

function nameOf({ chain, name, address }: ContractControl): string {
  return `${name ?? 'a contract'} on ${chain} (${address})`
}

function when(contract: ContractControl): string {
  const { block } = contract
  return block === null ? whenOfDay(contract) : `${whenOfDay(contract)}, block ${block}`
}

/** A record is second-hand. */
function whenOfDay({ source, day }: ContractControl): string {
  return source === SOURCE_OF_ROLE.control ? `as of ${day}` : `as recorded on ${day}`
}

function moreContracts(others: number): string {
  if (others === 0) return ''
  return others === 1 ? ' and 1 more contract' : ` and ${others} more contracts`
}
