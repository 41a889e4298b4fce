import type { Hex } from '../chains/address.ts'
import type { NoteFailure } from '../chains/nodes/node-failures.ts'
import type { Fetch } from '../chains/nodes/read-body.ts'
import type { ChainWithNodes } from '../chains/wallet-nodes.ts'
import type { ContractEntry } from '../wallet/evm/contracts/drivers.ts'
import type { ChainReader } from './chain-reader.ts'
import { contractControl, holderControl, isPartial } from './contract-control.ts'
import { feedOwners } from './feed-owners.ts'
import type { Controller, Graph, Target } from './graph.ts'
import type { Exit, Exits } from './markets/exit-table.ts'
import { byProtocol, readMarkets } from './markets/read-markets.ts'
import { withNodeAnswers } from './node-answers.ts'
import { nodeName } from './node-name.ts'
import type { ChainFacts } from './outcome.ts'
import type { CodeCache } from './reader/inspect.ts'
import type { ReaderOptions } from './reader/node-reader.ts'
import { openReader } from './reader/open-reader.ts'
import { runWalk } from './run-walk.ts'
import type { IsSafe } from './safe.ts'
import { secondsPerBlock } from './seconds-per-block.ts'
import { spendingModules } from './spending-modules.ts'
import { walk } from './walk.ts'

export interface ReadFactsOptions {
  chain: ChainWithNodes
  targets: readonly Target[]
  /** The entries of the chain's contract list: those of lending markets and vaults are read. */
  entries: readonly ContractEntry[]
  /** How deposits leave other contracts of the chain. */
  exits: Exits<Exit>
  controllers: readonly Controller[]
  /** Hashes of reviewed code that cannot change. */
  fixedCode: ReadonlySet<Hex>
  isSafe: IsSafe
  codeCache: CodeCache
  fetch: Fetch
  /** Milliseconds since 1970. */
  now: () => number
  deadline: AbortSignal
  /** Called for each failure of a node. */
  onFailure?: NoteFailure | undefined
  /** For tests: times and pauses of the reader. */
  timing?: Pick<ReaderOptions, 'hedgeMs' | 'timeoutMs' | 'pause'>
}

export type ControlReading = ChainFacts & { reader: ChainReader }

/**
 * Reads who controls the contracts of one chain, its markets and the owners of their feeds, as two nodes say alike. What they do not is
 * missing, and says what each node answered. Never rejects for what nodes answer.
 */
export async function readChainFacts(
  options: ReadFactsOptions,
): Promise<ControlReading | { failed: 'stale' | 'node-failed' }> {
  const { chain, fetch, now, deadline, codeCache, onFailure, timing } = options
  const { urls } = chain
  const opened = await openReader({
    ...{ chain, urls, fetch, now, deadline, codeCache, onFailure },
    ...timing,
  })
  if ('failed' in opened) return opened
  const { reader } = opened
  const facts = await withNodeAnswers(
    reader,
    (each) => readFacts(options, each),
    (url) => nodeName(chain, url),
  )
  return { ...facts, reader }
}

async function readFacts(options: ReadFactsOptions, reader: ChainReader): Promise<ChainFacts> {
  const { targets, entries, exits } = options
  const graph = await walkFrom(options, reader, targets)
  const markets = await readMarkets(reader, byProtocol(entries), exits)
  const accounts = feedOwners(markets)
  const owners = accounts.length === 0 ? null : await walkFrom(options, reader, accounts)
  const lost = targets.filter(({ address }) => isPartial(graph, address))
  return {
    controls: targets.map((target) => contractControl(graph, target, reader)),
    partial: new Set(lost.map(({ address }) => address)),
    markets,
    owners: owners === null ? [] : accounts.map((one) => holderControl(owners, one, reader)),
  }
}

function walkFrom(
  { chain, controllers, fixedCode, isSafe }: ReadFactsOptions,
  reader: ChainReader,
  targets: readonly Target[],
): Promise<Graph> {
  return runWalk(
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
}
