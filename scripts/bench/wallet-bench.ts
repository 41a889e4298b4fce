import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { parseHex } from '../../src/testing/wallet/evm/artifacts.ts'
import { scannedEntries } from '../../src/wallet/evm/contracts/contract-list.ts'
import { openContracts } from '../../src/wallet/evm/contracts/open-contracts.ts'
import { logProgress } from './log-progress.ts'
import { median } from './measure.ts'
import type { Figure, Section } from './table.ts'
import { measureWalletBundle } from './wallet-bundle.ts'
import { HELD_AT_EXCHANGE, HOLDERS, heldEntries } from './wallet-chain.ts'
import type { Asked } from './wallet-nodes.ts'
import type { Scanned } from './wallet-scans.ts'

const contractsOn = openContracts()

const run = promisify(execFile)

const LATENCY_MS = 150
const SCANS = 11
/** Calls that are timed one after another; the time of all is computed from these. */
const SAMPLE = 40

const MAX_RATIO = 1.5
const LEAST_SPEEDUP = 50
/** Three rounds, and with the first up to three requests for walks through registries of pools. */
const MAX_REQUESTS = 6
const MAX_BUNDLE_KB = 1_200
const MAX_IMPORT_MS = 400
/** Largest packages that the table names. */
const PACKAGES = 6

/** No nodes: the exchange has an API of its own, and the prices are not on a chain. */
const NO_NODES = ['exchange', 'prices']
/** The exchange's positions are one more chain. */
const CHAINS = SCAN_CHAINS.length + 1

const EMPTY = `0x${'e1'.repeat(20)}`
const WALLETS = [
  { name: 'empty wallet', owner: EMPTY, positions: 0 },
  ...Object.keys(HOLDERS)
    .map(parseHex)
    .map((owner) => {
      const held = SCAN_CHAINS.flatMap(({ key }) =>
        heldEntries(owner, key, scannedEntries(contractsOn(key))),
      )
      const positions = held.length + HELD_AT_EXCHANGE
      return { name: `${positions} positions`, owner, positions }
    }),
]

/** Measures a whole scan of the full contract lists against nodes that take 150 ms, and the bundle of the function. */
export async function runWalletBench(): Promise<Section> {
  const figures: Figure[] = []
  const nodes = await startNodes()
  const single = await startNodes('no-batches')
  try {
    for (const wallet of WALLETS) {
      logProgress(`wallet, ${wallet.name}`)
      figures.push(...(await measureWallet(wallet, nodes, single)))
    }
  } finally {
    nodes.child.kill()
    single.child.kill()
  }
  logProgress('wallet, bundle')
  figures.push(...(await measureFunction()))
  const title = `Wallet scan: ${CHAINS} chains, the full contract lists, ${LATENCY_MS} ms to each node, to the exchange and to the prices; median of ${SCANS - 1} scans in one process`
  return { part: 'wallet', title, figures }
}

async function measureWallet(
  { name, owner, positions }: (typeof WALLETS)[number],
  nodes: Nodes,
  single: Nodes,
): Promise<Figure[]> {
  // The first process fills the memory of the nodes, whose work is not what is measured.
  await scan(nodes, owner, positions, 1)
  await scan(single, owner, positions, 1)
  await take(nodes)
  await take(single)
  const [first] = await scan(nodes, owner, positions, 1)
  const asked = await take(nodes)
  await scan(single, owner, positions, 1)
  const askedSingly = await take(single)
  const warm = (await scan(nodes, owner, positions, SCANS)).slice(1)
  await take(nodes)

  const ms = median(warm.map((each) => each.ms))
  const most = mostRequests(asked)
  // A chain's rounds come one after the other; the prices are asked when all chains are read.
  const rounds = mostRounds(asked) + (asked.prices ? 1 : 0)
  const calls = Object.values(asked).reduce((sum, each) => sum + each.calls, 0)
  const oneMs = await timeOne(nodes)
  return [
    {
      name: `${name}, times ${rounds} rounds of ${LATENCY_MS} ms`,
      value: ms / (rounds * LATENCY_MS),
      unit: '×',
      bar: { atMost: MAX_RATIO },
    },
    { name: '  time of a scan', value: ms, unit: 'ms' },
    { name: '  on a processor', value: median(warm.map((each) => each.cpuMs)), unit: 'ms' },
    { name: '  the first scan of a process', value: first?.ms ?? Number.NaN, unit: 'ms' },
    { name: '  reads of contracts, and other questions', value: calls, unit: '' },
    {
      name: `  faster than one at a time (computed from ${SAMPLE} reads)`,
      value: (oneMs * calls) / ms,
      unit: '×',
      bar: { atLeast: LEAST_SPEEDUP },
    },
    {
      name: '  most HTTP requests to the nodes of one chain',
      value: most,
      unit: '',
      bar: { atMost: MAX_REQUESTS },
    },
    { name: '    where nodes refuse batches', value: mostRequests(askedSingly), unit: '' },
    { name: '  HTTP requests to the nodes of all chains', value: allRequests(asked), unit: '' },
    { name: '    where nodes refuse batches', value: allRequests(askedSingly), unit: '' },
    {
      name: '    to the API of the exchange, all at once',
      value: asked.exchange?.requests ?? 0,
      unit: '',
    },
  ]
}

function requestsByChain(asked: Record<string, Asked>): number[] {
  const nodes = Object.entries(asked).filter(([place]) => !NO_NODES.includes(place))
  return nodes.map(([, { requests }]) => requests)
}

function mostRounds(asked: Record<string, Asked>): number {
  const nodes = Object.entries(asked).filter(([place]) => !NO_NODES.includes(place))
  return Math.max(...nodes.map(([, { rounds }]) => rounds))
}

function mostRequests(asked: Record<string, Asked>): number {
  return Math.max(...requestsByChain(asked))
}

function allRequests(asked: Record<string, Asked>): number {
  return requestsByChain(asked).reduce((sum, each) => sum + each, 0)
}

/** A read of one contract after another, each with the latency: how long one takes. */
async function timeOne({ url }: Nodes): Promise<number> {
  const params = [{ to: `0x${'12'.repeat(20)}`, data: '0x313ce567' }, 'latest']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params })
  const ask = async () => {
    const headers = { 'content-type': 'application/json' }
    await (await fetch(`${url}/ethereum`, { method: 'POST', headers, body })).text()
  }
  await ask()
  const start = performance.now()
  for (let at = 0; at < SAMPLE; at += 1) await ask()
  return (performance.now() - start) / SAMPLE
}

/** Throws when a scan did not read everything, because a fast incomplete answer does not count. */
async function scan(
  { url }: Nodes,
  owner: string,
  positions: number,
  times: number,
): Promise<Scanned[]> {
  const script = path.join(import.meta.dirname, 'wallet-scans.ts')
  const { stdout } = await run(process.execPath, [script, url, owner, String(times)])
  const scans: Scanned[] = JSON.parse(stdout)
  for (const each of scans) {
    const isWhole = each.failed.length === 0 && each.chains.every((chain) => chain.endsWith(' ok'))
    const isClear = each.sanctions.every((hit) => hit === false)
    const found = [each.positions, each.priced]
    if (isWhole && isClear && found.every((count) => count === positions)) continue
    throw new Error(`The scan of ${owner} is not whole: ${JSON.stringify(each)}`)
  }
  return scans
}

async function measureFunction(): Promise<Figure[]> {
  const { ownBytes, bytes, lateBytes, importMs, scannerImportMs, packages } =
    await measureWalletBundle()
  return [
    {
      name: 'file of the function as Netlify makes it, packages beside it',
      ...kilobytes(ownBytes),
      bar: { atMost: MAX_BUNDLE_KB },
    },
    {
      name: '  with what is used of the packages in it',
      ...kilobytes(bytes),
      bar: { atMost: MAX_BUNDLE_KB },
    },
    ...packages
      .slice(0, PACKAGES)
      .map(([name, size]): Figure => ({ name: `  ${name}`, ...kilobytes(size) })),
    { name: '  apart from it, loaded when Solana or a name is asked for', ...kilobytes(lateBytes) },
    { name: '  imported in', value: importMs, unit: 'ms', bar: { atMost: MAX_IMPORT_MS } },
    {
      name: '  and what the first scan loads, in',
      value: scannerImportMs,
      unit: 'ms',
      bar: { atMost: MAX_IMPORT_MS },
    },
  ]
}

function kilobytes(bytes: number): { value: number; unit: string } {
  return { value: bytes / 1e3, unit: 'KB' }
}

interface Nodes {
  child: ChildProcess
  url: string
}

async function startNodes(...words: string[]): Promise<Nodes> {
  const script = path.join(import.meta.dirname, 'wallet-nodes.ts')
  const child = fork(script, [String(LATENCY_MS), ...words], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process of the bench nodes exited before it was ready.')
  })
  const [{ port }] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return { child, url: `http://127.0.0.1:${port}` }
}

/** The requests that the nodes received since the last call. */
async function take({ child }: Nodes): Promise<Record<string, Asked>> {
  child.send('take')
  const [asked] = await once(child, 'message')
  return asked
}
