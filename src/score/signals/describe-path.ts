import type { ControlPath } from '../../domain/control.ts'
import type { UpgradePaths } from './control-facts.ts'
import { noticeOf, UNSEEN } from './path-points.ts'

const UNITS: [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/**
 * The worst path in a sentence: `A Safe of 3 of 5 (0x12…) can change the code of 0x34… on Ethereum at once (2024-11-10).` Where it
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
  const others = isComplete ? '' : ' There may be other ways, which count as one key.'
  return `${actorWords(seen.path)} can change the code of ${where} ${delayWords(seen.path)} ${day}.${others}`
}

/** Who acts, as the start of a sentence. */
function actorWords({ actor, address, threshold, signers }: ControlPath): string {
  const at = address === null ? '' : ` (${address})`
  const count = threshold === null || signers === null ? '' : ` of ${threshold} of ${signers}`
  switch (actor) {
    case 'anyone':
      return 'Anyone'
    case 'eoa':
      return `One key${at}`
    case 'safe':
      return `A Safe${count}${at}`
    case 'governor':
      return `A vote${at}`
    case 'timelock':
      return `Whoever can propose to a timelock${at}`
    case 'curated':
      return count === '' ? `A governance contract${at}` : `A multisig${count}${at}`
    default:
      return `Someone who could not be identified${at}`
  }
}

function delayWords(path: ControlPath): string {
  if (path.delaySeconds === null) return 'after a delay that is not recorded'
  const notice = noticeOf(path)
  return notice === 0 ? 'at once' : `after ${durationWords(notice)}`
}

/** `2 days`, `18 hours`, `1 minute`, rounded down to one unit, or to hours below three days. */
export function durationWords(seconds: number): string {
  const fits = (size: number) => seconds >= size && (seconds % size === 0 || seconds >= 3 * size)
  const [size, name] = UNITS.find(([unit]) => fits(unit)) ?? [1, 'second']
  const count = Math.floor(seconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
