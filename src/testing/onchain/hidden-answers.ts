import type { ChainReader } from '../../control/chain-reader.ts'
import { contractControl, isPartial } from '../../control/contract-control.ts'
import { openReader } from '../../control/reader/open-reader.ts'
import { runWalk } from '../../control/run-walk.ts'
import { createIsSafe } from '../../control/safe.ts'
import { walk } from '../../control/walk.ts'
import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { METHODOLOGY } from '../../score/methodology.ts'
import { pathWeakness } from '../../score/path-order.ts'
import { pathsOf } from '../../score/signals/path-points.ts'
import { type Rig, startRig } from '../wallet/evm/rig.ts'
import type { Powers } from './powers.ts'
import { readerOptions, targetsOf } from './read-control.ts'
import { type Answers, noting, questionsOf, replay } from './replay-reader.ts'
import { deployControlWorld } from './world.ts'

/** A world that was read once, and can be read again with some answers hidden. */
export interface HiddenWorld {
  questions: readonly string[]
  answers: Answers
  whole: readonly ContractControl[]
  read: (reader: ChainReader) => Promise<ContractControl[]>
  /**
   * Paths that are gone from contracts that do not say that some may be missing, and contracts that look better to the score, when
   * these answers are hidden.
   */
  lostWithout: (hidden: ReadonlySet<string>) => Promise<string[]>
  powers: Powers
  rig: Rig
}

export async function readHiddenWorld(): Promise<HiddenWorld> {
  const rig = await startRig()
  const world = await deployControlWorld(rig)
  const targets = targetsOf(world.placed)
  const isSafe = createIsSafe(world.powers.safes.singletons)
  const input = {
    targets,
    controllers: [],
    exits: new Map(),
    fixedCode: new Set<`0x${string}`>(),
    spendingModules: new Set<`0x${string}`>(),
    secondsPerBlock: 12,
    isSafe,
  }
  const readWithLost = async (reader: ChainReader) => {
    const graph = await runWalk(reader, walk(input))
    return targets.map((target) => ({
      control: contractControl(graph, target, reader),
      isPartial: isPartial(graph, target.address),
    }))
  }
  const read = async (reader: ChainReader): Promise<ContractControl[]> =>
    (await readWithLost(reader)).map(({ control }) => control)
  const opened = await openReader(readerOptions([rig.url]))
  if ('failed' in opened) throw new Error(opened.failed)
  const noted = noting(opened.reader)
  const whole = await read(noted.reader)
  const { answers } = noted
  const lostWithout = async (hidden: ReadonlySet<string>) => {
    const found = await readWithLost(replay(answers, hidden))
    return whole.flatMap((before, at) => {
      const after = found[at]
      if (!after) return []
      // A partial reading is not used where an earlier one is there.
      const isBetter = !after.isPartial && pointsOf(after.control) < pointsOf(before)
      const lost = [...lostFrom(before, after.control), ...(isBetter ? ['scores better'] : [])]
      return lost.map((path) => `${before.name}: ${path}`)
    })
  }
  return {
    questions: questionsOf(answers),
    answers,
    whole,
    read,
    lostWithout,
    powers: world.powers,
    rig,
  }
}

/** What the score counts for a contract: its worst path, and at least the prior where paths may be missing. */
function pointsOf({ codeChange }: ContractControl): number {
  const points = (pathsOf(codeChange) ?? []).map(pathWeakness)
  const isWhole = !codeChange.known || codeChange.complete
  return Math.max(...points, ...(isWhole ? [] : [METHODOLOGY.signals.upgradePath.prior]))
}

/** Paths that are gone although the later reading does not say that it may miss some. */
function lostFrom(before: ContractControl, after: ContractControl): string[] {
  const lost: string[] = []
  if (after.codeChange.known && after.codeChange.complete) {
    if (!before.codeChange.known || !before.codeChange.complete) lost.push('code: a lower bound')
    lost.push(
      ...missing(before.codeChange.known ? before.codeChange.paths : [], after.codeChange.paths),
    )
  }
  if (after.pause?.complete) {
    if (!before.pause?.complete) lost.push('pause: a lower bound')
    lost.push(...missing(before.pause?.paths ?? [], after.pause.paths))
  }
  for (const { getter, paths } of before.powers) {
    const same = after.powers.find((power) => power.getter === getter)
    const isMarked = same?.paths.some(({ note }) => note === 'no node answered')
    if (same && !isMarked) lost.push(...missing(paths, same.paths))
  }
  return lost
}

/** Paths that are gone, and which no unidentified path replaces that the score counts as much. */
function missing(before: readonly ControlPath[], after: readonly ControlPath[]): string[] {
  const keys = new Set(after.map(keyOf))
  const unseen = Math.max(...after.filter(({ actor }) => UNSEEN.includes(actor)).map(pathWeakness))
  return before.filter((path) => !keys.has(keyOf(path)) && pathWeakness(path) > unseen).map(keyOf)
}

const UNSEEN: readonly ControlPath['actor'][] = ['timelock', 'unidentified']

function keyOf({ actor, address, delaySeconds, via }: ControlPath): string {
  return [actor, address, delaySeconds, ...via].join(' ')
}
