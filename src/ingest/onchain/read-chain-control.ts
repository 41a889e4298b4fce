import type { ContractControl } from '../../domain/control.ts'
import type { ChainWithNodes } from '../../wallet/chains/wallet-nodes.ts'
import type { Hex } from '../../wallet/model/address.ts'
import type { NoteFailure } from '../../wallet/nodes/node-failures.ts'
import type { Fetch } from '../../wallet/nodes/read-body.ts'
import { confirm, type ReadAgain } from './confirm.ts'
import { contractControl, holderControl, isPartial } from './contract-control.ts'
import type { Controller, Target } from './graph.ts'
import type { CodeCache } from './reader/inspect.ts'
import { type NodeReader, type NodeReaderOptions, openReader } from './reader/node-reader.ts'
import { runWalk } from './run-walk.ts'
import type { IsSafe } from './safe.ts'
import { secondsPerBlock } from './seconds-per-block.ts'
import { spendingModules } from './spending-modules.ts'
import { walk } from './walk.ts'

export interface ReadChainControl {
  chain: ChainWithNodes
  targets: readonly Target[]
  controllers: readonly Controller[]
  /** Hashes of reviewed code that cannot change. */
  fixedCode: ReadonlySet<Hex>
  /** What other sources and earlier readings say about these contracts. */
  recorded: readonly ContractControl[]
  isSafe: IsSafe
  codeCache: CodeCache
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  deadline: AbortSignal
  /** Called for each failure of a node. */
  onFailure?: NoteFailure | undefined
  /** For tests: times and pauses of the reader. */
  timing?: Pick<NodeReaderOptions, 'hedgeMs' | 'timeoutMs' | 'pause'>
}

/** `partial`: contracts about which some answer is missing, or nodes disagree. */
export type ChainControl =
  | {
      controls: ContractControl[]
      partial: ReadonlySet<string>
      reader: NodeReader
      /** Who can act as these accounts, as the power `owner` of each, checked in the same way. */
      follow: (accounts: readonly Target[]) => Promise<ContractControl[]>
    }
  | { failed: 'stale' | 'node-failed' }

/** Reads who controls contracts of one chain, and has every new fact confirmed by a second node. Never rejects. */
export async function readChainControl(options: ReadChainControl): Promise<ChainControl> {
  const opened = await openReader(readerOptions(options, options.chain.urls))
  if ('failed' in opened) return opened
  const { reader } = opened
  const read = await readConfirmed(options, reader, options.targets, contractControl)
  const follow = async (accounts: readonly Target[]) =>
    (await readConfirmed(options, reader, accounts, holderControl)).controls
  return { ...read, reader, follow }
}

/** What a walk says about a target. */
type Describe = typeof contractControl

async function readConfirmed(
  options: ReadChainControl,
  reader: NodeReader,
  targets: readonly Target[],
  describe: Describe,
): Promise<{ controls: ContractControl[]; partial: Set<string> }> {
  const { chain, recorded } = options
  const { controls, partial } = await walkFrom(options, reader, targets, describe)
  const answered = reader.answered()
  // When several nodes answered, no single one has vouched for a fact: then two must, each alone.
  const isOne = answered.length === 1
  const others = chain.urls
    .filter((url) => !(isOne && answered.includes(url)))
    .map((url) => readAgainFrom(options, url, reader, targets, describe))
  const needed = isOne ? 1 : 2
  const confirmed = await confirm(controls, { recorded, others, needed })
  return { controls: confirmed.controls, partial: new Set([...partial, ...confirmed.contested]) }
}

function readerOptions(options: ReadChainControl, urls: readonly string[]): NodeReaderOptions {
  const { chain, fetch, now, deadline, codeCache, onFailure, timing } = options
  return { chain, urls, fetch, now, deadline, codeCache, onFailure, ...timing }
}

async function walkFrom(
  { chain, controllers, fixedCode, isSafe }: ReadChainControl,
  reader: NodeReader,
  targets: readonly Target[],
  describe: Describe,
): Promise<{ controls: ContractControl[]; partial: Set<string> }> {
  const graph = await runWalk(
    reader,
    walk({
      targets,
      controllers: controllers.filter((row) => row.chain === chain.name),
      fixedCode,
      spendingModules: spendingModules(chain.name),
      secondsPerBlock: secondsPerBlock(chain.name),
      isSafe,
    }),
  )
  const lost = targets.filter(({ address }) => isPartial(graph, address))
  return {
    controls: targets.map((target) => describe(graph, target, reader)),
    partial: new Set(lost.map(({ address }) => address)),
  }
}

/** Reads contracts at the same block from one other node. Their whole protocols are walked, because roles are asked within them. */
function readAgainFrom(
  options: ReadChainControl,
  url: string,
  { at }: NodeReader,
  all: readonly Target[],
  describe: Describe,
): ReadAgain {
  return async (contracts) => {
    const wanted = new Set(contracts.map(({ address }) => address))
    const protocols = new Set(
      all.flatMap((each) => (wanted.has(each.address) ? [each.protocol] : [])),
    )
    const opened = await openReader({ ...readerOptions(options, [url]), block: at })
    if ('failed' in opened) return null
    const targets = all.filter(({ protocol }) => protocols.has(protocol))
    const { controls, partial } = await walkFrom(options, opened.reader, targets, describe)
    return controls.filter(({ address }) => !partial.has(address))
  }
}
