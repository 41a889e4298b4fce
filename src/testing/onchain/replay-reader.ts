import type { Address } from '../../chains/address.ts'
import type { CallResult, ChainCall, ChainReader, Inspection } from '../../control/chain-reader.ts'

/** Everything that a chain answered, by question. */
export interface Answers {
  block: ChainReader['block']
  inspections: Map<Address, Inspection | null>
  calls: Map<string, CallResult>
}

/** A reader that notes every answer of another one. */
export function noting(reader: ChainReader): { reader: ChainReader; answers: Answers } {
  const answers: Answers = { block: reader.block, inspections: new Map(), calls: new Map() }
  return {
    answers,
    reader: {
      ...reader,
      inspect: async (addresses) => {
        const found = await reader.inspect(addresses)
        for (const [address, inspection] of found) answers.inspections.set(address, inspection)
        return found
      },
      call: async (calls) => {
        const results = await reader.call(calls)
        for (const [at, call] of calls.entries()) {
          const result = results[at]
          if (result) answers.calls.set(keyOf(call), result)
        }
        return results
      },
    },
  }
}

/** The questions that were answered, each by a name. */
export function questionsOf({ inspections, calls }: Answers): string[] {
  return [...inspections.keys(), ...calls.keys()]
}

/** Gives the same answers, but for the hidden ones: to these no node answers, and neither to a question that was not asked before. */
export function replay(answers: Answers, hidden: ReadonlySet<string>): ChainReader {
  return {
    chain: 'Ethereum',
    block: answers.block,
    requests: () => 0,
    inspect: async (addresses) =>
      new Map(
        addresses.map((address) => [
          address,
          hidden.has(address) ? null : (answers.inspections.get(address) ?? null),
        ]),
      ),
    call: async (calls) =>
      calls.map((call) => {
        const key = keyOf(call)
        return (!hidden.has(key) && answers.calls.get(key)) || { kind: 'failed' }
      }),
  }
}

function keyOf({ to, data, from }: ChainCall): string {
  return `${from ?? ''} ${to} ${data}`
}
