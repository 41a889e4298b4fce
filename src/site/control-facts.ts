import words from '../content/words.json' with { type: 'json' }
import type { ControlDocument } from '../contract/control.ts'
import type { ControlPath } from '../domain/control.ts'
import { formatActor, formatDelay, formatGap, isOneNodesWord } from '../domain/format-control.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import type { ControlGroup, ShownContract } from './control-groups.ts'
import { day } from './figures.ts'

type Review = ControlDocument['reviews'][number]

/** Public records by the short name that a fact carries. */
const RECORDS = new Map([
  [SOURCE_OF_ROLE.control as string, 'the chain'],
  ...Object.entries(words.record),
])

const GRADE_WORDS = { L: 'low', M: 'medium', H: 'high' } as const

/** What a contract is for, such as `holds deposits`. */
export function formatRole({ role }: ShownContract): string {
  return words.role[role]
}

/** How a path is known. */
export function formatProof({ proof }: ControlPath): string {
  return words.proof[proof]
}

/** The name of a contract, or its address. */
export function contractName({ name, address }: ShownContract): string {
  return name ?? address
}

/** What the contracts of a group are for and where they are, such as `holds deposits, logic; Ethereum`. */
export function contractKinds({ contracts }: ControlGroup): string {
  const roles = [...new Set(contracts.map(formatRole))].join(', ')
  const chains = [...new Set(contracts.map(({ chain }) => chain))].join(', ')
  return `${roles}; ${chains}`
}

/** Who can change the code of a group's contracts. */
export function formatWho({ path }: ControlGroup): string {
  const who = path === null ? 'not known' : formatActor(path)
  const capital = who.charAt(0).toUpperCase() + who.slice(1)
  const isSaid = path !== null && isOneNodesWord(path) && path.actor !== 'unidentified'
  return isSaid ? `${capital}, as one node says; not confirmed` : capital
}

/** After what time, or why it is not known. Fixed code has no time. */
export function formatWhen({ path, why, atLeast, contracts }: ControlGroup): string {
  if (path === null) return formatGap(why, contracts[0]?.unconfirmed)
  if (path.actor === 'nobody') return 'code is fixed'
  return atLeast ? `${formatDelay(path)}, at least this way` : formatDelay(path)
}

/** The delay or the actor is not known. */
export function isBroken({ path }: ControlGroup): boolean {
  if (path === null) return true
  return path.actor !== 'nobody' && (path.delaySeconds === null || path.actor === 'unidentified')
}

/** From which records, and of which days, in a sentence. */
export function provenance(facts: readonly { source: string; day: string }[]): string {
  const sources = [...new Set(facts.map(({ source }) => source))].sort()
  const days = facts.map((fact) => fact.day).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const span = first === last ? `of ${day(first)}` : `of ${day(first)} to ${day(last)}`
  const isChain = sources.every((source) => source === SOURCE_OF_ROLE.control)
  return isChain
    ? `Read from the chain; readings ${span}.`
    : `From public records: ${sources.map(formatSource).join(', ')}. Facts ${span}; later changes are not in them.`
}

/** The name of a record as a reader knows it, or its short name. */
export function formatSource(source: string): string {
  return RECORDS.get(source) ?? source
}

/** What a DeFiScan review found, such as `stage 0, risk of upgrades high, of the exit window medium`. */
export function formatReview({ stage, upgradeability, exitWindow }: Review): string {
  return [
    stage === null ? 'no stage' : `stage ${stage}`,
    upgradeability && `risk of upgrades ${GRADE_WORDS[upgradeability]}`,
    exitWindow && `risk of a short exit window ${GRADE_WORDS[exitWindow]}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}
