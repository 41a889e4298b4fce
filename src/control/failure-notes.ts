import type { NodeFailures } from '../chains/nodes/node-failures.ts'
import { count } from '../domain/batch.ts'

/** Nodes of one chain, chains and reasons that are named. */
const MAX_NAMED = 3
const MAX_LENGTH = 80
/** Another node was faster, which is no fault. */
const OVERTAKEN = 'slow'
/** Of every node, now and then: a call that needs too much gas, or a block that it does not keep. */
const USUAL = /^(too-heavy|reverted)/

/** A short line for each chain on which nodes failed: which ones, and how most often. The nodes are named as `nodeName` does. */
export function failureNotes(chains: readonly NodeFailures[]): string[] {
  return chains.flatMap(({ chain, nodes }) => {
    const failed = nodes.flatMap(({ host, failures }) => {
      const most = mostOften(failures)
      return most ? [`${host} (${most.how}, ${timesOf(most.times)})`.slice(0, MAX_LENGTH)] : []
    })
    return failed.length === 0 ? [] : [`${chain}, nodes that failed: ${formatSome(failed)}.`]
  })
}

/** One line for a run in which no chain could be read: how many nodes failed, where, and why most of them. */
export function totalFailure(chains: readonly NodeFailures[]): string {
  const reasons: Record<string, number> = {}
  const nodes = chains.flatMap((chain) => chain.nodes)
  for (const { failures } of nodes) {
    const most = mostOften(failures)
    if (most) count(reasons, most.how)
  }
  const counted = Object.entries(reasons)
    .sort(([, one], [, other]) => other - one)
    .map(([how, number]) => `${number} ${how}`.slice(0, MAX_LENGTH))
  const names = formatSome(chains.map(({ chain }) => chain))
  return `No node of any chain could be read: ${nodes.length} failed (${formatSome(counted)}), of ${names}.`
}

/** How a node failed most often; null for one that only did what every node does. */
function mostOften(failures: Readonly<Record<string, number>>) {
  const [most] = Object.entries(failures)
    .filter(([how]) => how !== OVERTAKEN && !USUAL.test(how))
    .sort(([, one], [, other]) => other - one)
  return most ? { how: withoutKind(most[0]), times: most[1] } : null
}

function formatSome(names: readonly string[]): string {
  const more = names.length - MAX_NAMED
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Without the kind in front of what happened, nor the full stop of a sentence. */
function withoutKind(how: string): string {
  return how.replace(/^[a-z-]+: /, '').replace(/\.$/, '')
}

function timesOf(times: number): string {
  return times === 1 ? 'once' : `${times} times`
}
