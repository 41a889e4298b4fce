import type { Address } from '../../chains/address.ts'
import { contractControl } from '../../control/contract-control.ts'
import type { Graph, Target } from '../../control/graph.ts'
import type { ReaderOptions } from '../../control/reader/node-reader.ts'
import { openReader } from '../../control/reader/open-reader.ts'
import { runWalk } from '../../control/run-walk.ts'
import { createIsSafe } from '../../control/safe.ts'
import { type WalkInput, walk } from '../../control/walk.ts'
import type { CodeChange, ContractControl, ControlPath } from '../../domain/control.ts'

/** A reader's options for a local chain. Each node counts as two that say the same. */
export function readerOptions(urls: readonly string[]): ReaderOptions {
  const codes = new Map<string, `0x${string}`>()
  return {
    chain: { name: 'Ethereum', chainId: 1, maxLagSeconds: 10_000_000 },
    urls: urls.flatMap((url) => [url, `${url}/`]),
    deadline: new AbortController().signal,
    fetch,
    now: Date.now,
    codeCache: { get: (hash) => codes.get(hash), set: (hash, code) => codes.set(hash, code) },
    pause: async () => {},
  }
}

export function targetsOf(placed: Readonly<Record<string, Address>>): Target[] {
  return Object.entries(placed).map(([name, address]) => ({
    address,
    name,
    role: 'funds',
    protocol: 'world',
    candidates: [],
  }))
}

export interface Read {
  graph: Graph
  /** By the name of the target. */
  controls: Record<string, ContractControl>
  requests: number
}

/** Walks the targets on a chain. */
export async function readControl(
  options: ReaderOptions,
  singletons: ReadonlyMap<Address, string>,
  input: Partial<WalkInput> & Pick<WalkInput, 'targets'>,
): Promise<Read> {
  const opened = await openReader(options)
  if ('failed' in opened) throw new Error(`No reader: ${opened.failed}`)
  const { reader } = opened
  const graph = await runWalk(
    reader,
    walk({
      controllers: [],
      fixedCode: new Set(),
      spendingModules: new Set(),
      secondsPerBlock: 12,
      isSafe: createIsSafe(singletons),
      ...input,
    }),
  )
  const controls = Object.fromEntries(
    input.targets.map((target) => [target.name, contractControl(graph, target, reader)]),
  )
  return { graph, controls, requests: reader.requests() }
}

/** A path as the tests write it: `safe 3/5 after 172800`. */
export function formatPath({ actor, threshold, signers, delaySeconds }: ControlPath): string {
  const count = threshold === null ? '' : ` ${threshold}/${signers}`
  return `${actor}${count} after ${delaySeconds}`
}

/** All paths in words; `+` marks a lower bound, and a gap is named after `?`. */
export function formatChange(change: CodeChange | undefined): string[] {
  if (!change) return ['nothing']
  if (!change.known) return [`? ${change.why}`]
  const words = change.paths.map(formatPath).toSorted()
  return change.complete ? words : [...words, '+']
}
