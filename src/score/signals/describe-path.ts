import type { ControlPath } from '../../domain/control.ts'
import { capitalised } from '../../domain/format.ts'
import { formatActor, formatDelay, isOneNodesWord } from '../../domain/format-control.ts'
import type { UpgradePaths } from './control-facts.ts'
import { isSilent, UNSEEN } from './path-points.ts'

/**
 * The worst path in a sentence: `3 of 5 signers of a Safe (0x12…) can change the code of 0x34… on Ethereum, at once (2024-11-10).` Where it
 * was not seen, the worst path of its contract that was.
 */
export function describePath({ worst, rated }: UpgradePaths): string {
  const { contract } = worst
  const where = `${contract.name ?? 'the contract'} ${contract.address} on ${contract.chain}`
  const day = `(${contract.day})`
  const isComplete = contract.codeChange.known && contract.codeChange.complete
  if (worst.path.actor === 'nobody') return `No one can change the code of ${where} ${day}.`
  const seen = rated.find(
    ({ contract: other, path }) => other === contract && path !== UNSEEN && path.actor !== 'nobody',
  )
  if (!seen) return `Who can change the code of ${where} could not be found ${day}.`
  if (isOneNodesWord(seen.path)) return describeUnconfirmed(seen.path, where, day)
  const others = isComplete ? '' : ' There may be other ways, which count as one key.'
  const silent = isSilent(seen.path) ? ' It counts no worse than if nothing were known.' : ''
  return `${actorStart(seen.path)} can change the code of ${where}, ${formatDelay(seen.path)} ${day}.${others || silent}`
}

/** What one node says of a Safe or a vote is its word; anybody else is not named. */
function describeUnconfirmed(path: ControlPath, where: string, day: string): string {
  const counts = 'What is not confirmed counts as one key.'
  if (path.actor === 'unidentified') {
    return `Who can change the code of ${where} could not be confirmed ${day}. ${counts}`
  }
  const address = path.address === null ? '' : ` (${path.address})`
  return `One node says that ${formatActor(path)}${address} can change the code of ${where}, ${formatDelay(path)} ${day}; not confirmed. ${counts}`
}

/** Who acts, as the start of a sentence, with the address where there is one. */
export function actorStart(path: ControlPath): string {
  return capitalised(formatWho(path))
}

/** Who acts, with the address where there is one. */
export function formatWho(path: ControlPath): string {
  const words = formatActor(path)
  return path.address === null || path.actor === 'anyone' ? words : `${words} (${path.address})`
}
