import type { ContractControl, ControlPath } from '../../domain/control.ts'
import type { Market } from '../../domain/market.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import type { Methodology, Parameters } from '../methodology.ts'
import { always, type Measure, type Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { depositContracts, ofContract } from './control-facts.ts'
import { actorStart } from './describe-path.ts'
import { formatUnread, isUnread, marketsOf } from './market-facts.ts'
import { isSingleKey, noticeOf, UNSEEN, withUnseen } from './path-points.ts'
import { asFarAsSeen } from './seen-chains.ts'

const CHAIN = SOURCE_OF_ROLE.control

type Points = Parameters['control']['pause']

/** Who can stop withdrawals, as risk points. A pause can also save funds, so it never counts as much as changing the code. */
export const withdrawalPause: Signal = {
  id: 'withdrawalPause',
  question: 'Who can stop withdrawals?',
  applies: always,
  read: readPause,
}

function readPause(subject: Subject, method: Methodology): Reading<Measure> {
  const points = method.parameters.control.pause
  const markets = marketsOf(subject)
  const stopped = markets.known ? stoppedOf(reaching(markets.value, method)) : null
  if (markets.known && stopped) {
    const { market, sentence } = stopped
    const { day, source, link } = market
    return known({ value: points.pausedNow, sentence, link }, day, source)
  }
  const contracts = depositContracts(subject)
  if (!contracts.known) return contracts
  const rated = contracts.value.flatMap((contract) => {
    const one = rate(contract, points)
    return one === null ? [] : [{ contract, ...one }]
  })
  const { chainShares } = subject
  const shares = new Map(
    chainShares.known ? chainShares.value.map(([chain, share]) => [chain.name, share]) : [],
  )
  const shareOf = ({ chain }: ContractControl) => shares.get(chain) ?? 0
  const worst = rated.toSorted(
    (a, b) => b.value - a.value || shareOf(b.contract) - shareOf(a.contract),
  )[0]
  if (!worst) return missing('not-covered', contracts.source)
  const { contract, value, sentence } = worst
  const chains = new Set(rated.map((one) => one.contract.chain))
  return asFarAsSeen(
    ofContract(contract, { value, sentence }),
    chains,
    'withdrawalPause',
    subject,
    method,
  )
}

/** The markets with at least `reachShare` of the known supply, or of unknown supply: a retired one says nothing of the others. */
function reaching(markets: readonly Market[], { parameters }: Methodology): Market[] {
  const total = markets.reduce((sum, { suppliedUsd }) => sum + (suppliedUsd ?? 0), 0)
  const least = parameters.control.reachShare * total
  return markets.filter(({ suppliedUsd }) => suppliedUsd === null || suppliedUsd >= least)
}

/** The first market whose withdrawals are paused; else the first of which that could not be read, which counts the same; else null. */
function stoppedOf(markets: readonly Market[]): { market: Market; sentence: string } | null {
  const paused = markets.find((market) => market.paused === true)
  if (paused) {
    const sentence = `Withdrawals of ${paused.asset || paused.address} on ${paused.chain} are paused.`
    return { market: paused, sentence }
  }
  const unread = markets.filter((market) => isUnread(market, 'paused'))
  const [first] = unread
  return first ? { market: first, sentence: formatUnread(unread.length, markets.length) } : null
}

/** Null when the record does not say who can pause. */
function rate(
  contract: ContractControl,
  points: Points,
): Pick<Measure, 'value' | 'sentence'> | null {
  const { address, chain, codeChange, pause, powers } = contract
  const where = `${address} on ${chain}`
  if (pause?.pausedNow) return { value: points.pausedNow, sentence: `${where} is paused.` }
  // A public record without holders does not say; a chain without holders has some that cannot be listed.
  const isSilent = pause?.paths.length === 0 && !pause.complete && contract.source !== CHAIN
  if (pause && isSilent) return null
  if (pause) {
    const rated = withUnseen(pause)
      .map((path) => ({ path, value: pausePoints(path, points) }))
      .sort((a, b) => b.value - a.value || Number(a.path === UNSEEN) - Number(b.path === UNSEEN))
    const value = Math.max(points.nobody, rated[0]?.value ?? 0)
    const holders = rated.filter(({ path }) => path.actor !== 'nobody' && path !== UNSEEN)
    const who = formatHolders(holders[0]?.path ?? null, holders.length - 1, pause.complete)
    return { value, sentence: `${who} can pause ${where}.` }
  }
  const isFixed =
    codeChange.known &&
    codeChange.complete &&
    codeChange.paths.every(({ actor }) => actor === 'nobody') &&
    powers.length === 0
  return isFixed
    ? { value: points.nobody, sentence: `No one can pause ${where}: its code is fixed.` }
    : null
}

function pausePoints(path: ControlPath, points: Points): number {
  if (path.actor === 'nobody') return points.nobody
  if (isSingleKey(path)) return points.singleKey
  if (path.actor === 'governor') {
    return noticeOf(path) >= points.slowVoteSeconds ? points.slowVote : points.strongMultisig
  }
  const isStrong = (path.threshold ?? 0) >= points.strongThreshold
  return isStrong ? points.strongMultisig : points.multisig
}

/** The holder who counts most, and how many others there are. */
function formatHolders(worst: ControlPath | null, others: number, complete: boolean): string {
  if (worst === null) return complete ? 'No one' : 'Someone who is not listed'
  const more = others === 0 ? '' : ` and ${others === 1 ? 'one other' : `${others} others`}`
  return `${actorStart(worst)}${more}${complete ? '' : ', and maybe others who are not listed,'}`
}
