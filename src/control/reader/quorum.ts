import type { Address } from '../../chains/address.ts'
import type { CallResult, ChainCall, ChainReader, Inspection } from '../chain-reader.ts'
import { delegateOf } from '../code.ts'
import { createBallot } from './ballot.ts'
import type { NodeReader, NodeResult } from './node-reader.ts'
import { createVotes, type Poll, putAll, type Quorum } from './votes.ts'

/** Reads one chain at one block, and takes only what two nodes answer alike: anything else has failed. */
export type QuorumReader = Quorum<ChainReader>

/** A reader over nodes that have the same block. `graceMs`: how long a node may be slower than two others that agree. */
export function createQuorum(nodes: readonly NodeReader[], graceMs: number): QuorumReader {
  const calls = callPoll()
  const inspections = inspectionPoll()
  return createVotes(nodes, graceMs, [calls.ballot, inspections.ballot], (look) => ({
    chain: nodes[0]?.chain ?? '',
    block: nodes[0]?.block ?? { number: 0n, day: '' },
    call: async (asked) => (await look(calls, asked)).map(callResult),
    async inspect(asked) {
      const found = await look(inspections, asked)
      return new Map(asked.map((address, at) => [address, found[at] ?? null]))
    },
    requests: () => nodes.reduce((sum, node) => sum + node.requests(), 0),
  }))
}

function callPoll(): Poll<NodeReader, ChainCall, NodeResult> {
  const ballot = createBallot<NodeResult>(resultText, ({ kind }) => kind !== 'too-heavy')
  return {
    ballot,
    keyOf: callKey,
    async ask({ url, call }, open) {
      const results = await call(open)
      return putAll(ballot, url, open.map(callKey), (at) => {
        const result = results[at]
        return result?.kind === 'failed' ? undefined : result
      })
    },
  }
}

function inspectionPoll(): Poll<NodeReader, Address, Inspection> {
  const ballot = createBallot(inspectionText, ({ slots }: Inspection) => slots !== null)
  return {
    ballot,
    keyOf: (address) => address,
    async ask({ url, inspect }, open) {
      const found = await inspect(open)
      return putAll(ballot, url, open, (at) => found.get(open[at] ?? '0x') ?? undefined)
    },
  }
}

function callResult(result: NodeResult | undefined): CallResult {
  if (result === undefined) return { kind: 'failed' }
  // A call that is too heavy for every node answers none.
  return result.kind === 'too-heavy' ? { kind: 'reverted' } : result
}

function callKey({ to, data, from = '0x' }: ChainCall): string {
  return `${to} ${data} ${from}`
}

function resultText(result: NodeResult): string {
  return result.kind === 'ok' ? result.data : result.kind
}

/** The hash says all of any code but that of an account that delegates (EIP-7702). */
function inspectionText({ codeHash, code, slots }: Inspection): string {
  return JSON.stringify([delegateOf(code) ?? codeHash, slots]).toLowerCase()
}
