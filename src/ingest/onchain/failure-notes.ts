import type { NodeFailures } from '../../wallet/nodes/node-failures.ts'

/** Nodes of one chain that are named. */
const MAX_NODES = 4
const MAX_LENGTH = 100
/** Another node was faster, which is no fault. */
const OVERTAKEN = 'slow'
/** Of every node, now and then: a call that needs too much gas, or a block that it does not keep. */
const USUAL = /^(too-heavy|reverted)/

/** A line for each chain on which nodes failed: which host, and how most often. Hosts only, because the rest of a URL may be a key. */
export function failureNotes(chains: readonly NodeFailures[]): string[] {
  return chains.flatMap(({ chain, nodes }) => {
    const failed = nodes.flatMap(({ host, failures }) => {
      const [most] = Object.entries(failures)
        .filter(([how]) => how !== OVERTAKEN && !USUAL.test(how))
        .sort(([, one], [, other]) => other - one)
      return most ? [`${host} (${wordsOf(most[0])}, ${timesOf(most[1])})`.slice(0, MAX_LENGTH)] : []
    })
    if (failed.length === 0) return []
    const more = failed.length > MAX_NODES ? ` and ${failed.length - MAX_NODES} more` : ''
    return [`${chain}, nodes that failed: ${failed.slice(0, MAX_NODES).join(', ')}${more}.`]
  })
}

/** Without the kind in front of what happened, nor the full stop of a sentence. */
function wordsOf(how: string): string {
  return how.replace(/^[a-z-]+: /, '').replace(/\.$/, '')
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
