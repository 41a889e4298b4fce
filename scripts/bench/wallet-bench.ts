import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { scannedEntries } from '../../src/wallet/evm/contracts/contract-list.ts'
import { openContracts } from '../../src/wallet/evm/contracts/open-contracts.ts'
import { type Child, reportOf, startChild } from './child.ts'
import { logProgress, median } from './measure.ts'
import type { Figure, Section } from './table.ts'
import { HOLDER, heldEntries } from './wallet-chain.ts'
import type { Asked } from './wallet-nodes.ts'
import type { Scanned } from './wallet-scans.ts'

const run = promisify(execFile)

const LATENCY_MS = 150
const SCANS = 11
/** Calls that are timed one after another; the time of all is computed from these. */
const SAMPLE = 40

const MAX_RATIO = 1.5
const LEAST_SPEEDUP = 50
/** Three rounds, and with the first up to three requests for walks through registries of pools. */
const MAX_REQUESTS = 6

/** No nodes: the exchange has an API of its own, and the prices are not on a chain. */
const NO_NODES = ['exchange', 'prices']
/** The exchange's positions are one more chain. */
const CHAINS = SCAN_CHAINS.length + 1

type Reports = Record<string, Asked>

/** Measures a whole scan of the full contract lists against nodes that take 150 ms. */
export async function runWalletBench(): Promise<Section> {
  const contractsOn = openContracts()
  const held = SCAN_CHAINS.flatMap(({ key }) => heldEntries(key, scannedEntries(contractsOn(key))))
  const wallets = [
    { name: 'empty wallet', owner: `0x${'e1'.repeat(20)}`, positions: 0 },
    { name: `${held.length} positions`, owner: HOLDER, positions: held.length },
  ]
  const figures: Figure[] = []
  const nodes = await startChild('wallet-nodes.ts', [String(LATENCY_MS)])
  try {
    for (const wallet of wallets) {
      logProgress(`wallet, ${wallet.name}`)
      figures.push(...(await measureWallet(wallet, nodes)))
    }
  } finally {
    nodes.process.kill()
  }
  const title = `Wallet scan: ${CHAINS} chains, the full contract lists, ${LATENCY_MS} ms to each node, to the exchange and to the prices; median of ${SCANS - 1} scans in one process`
  return { part: 'wallet', title, figures }
}

interface Wallet {
  name: string
  owner: string
  positions: number
}

async function measureWallet(wallet: Wallet, nodes: Child<unknown>): Promise<Figure[]> {
  // The first process fills the memory of the nodes, whose work is not what is measured.
  await scan(nodes, wallet, 1)
  await reportOf(nodes)
  const [first] = await scan(nodes, wallet, 1)
  const asked = await reportOf<Reports>(nodes)
  const warm = (await scan(nodes, wallet, SCANS)).slice(1)
  await reportOf(nodes)

  const ms = median(warm.map((each) => each.ms))
  const onNodes = Object.entries(asked).flatMap(([place, each]) =>
    NO_NODES.includes(place) ? [] : [each],
  )
  // A chain's rounds come one after the other; the prices are asked when all chains are read.
  const rounds = Math.max(...onNodes.map((each) => each.rounds)) + (asked.prices ? 1 : 0)
  const calls = Object.values(asked).reduce((sum, each) => sum + each.calls, 0)
  const speedup = ((await timeOne(nodes)) * calls) / ms
  return [
    {
      ...{ name: `${wallet.name}, times ${rounds} rounds of ${LATENCY_MS} ms`, unit: '×' },
      ...{ value: ms / (rounds * LATENCY_MS), bar: { atMost: MAX_RATIO } },
    },
    { name: '  time of a scan', value: ms, unit: 'ms' },
    { name: '  on a processor', value: median(warm.map((each) => each.cpuMs)), unit: 'ms' },
    { name: '  the first scan of a process', value: first?.ms ?? Number.NaN, unit: 'ms' },
    { name: '  reads of contracts, and other questions', value: calls, unit: '' },
    {
      ...{ name: `  faster than one at a time (computed from ${SAMPLE} reads)`, unit: '×' },
      ...{ value: speedup, bar: { atLeast: LEAST_SPEEDUP } },
    },
    {
      ...{ name: '  most HTTP requests to the nodes of one chain', unit: '' },
      value: Math.max(...onNodes.map((each) => each.requests)),
      bar: { atMost: MAX_REQUESTS },
    },
    {
      ...{ name: '  HTTP requests to the nodes of all chains', unit: '' },
      value: onNodes.reduce((sum, each) => sum + each.requests, 0),
    },
  ]
}

/** A read of one contract after another, each with the latency: how long one takes. */
async function timeOne(nodes: Child<unknown>): Promise<number> {
  const params = [{ to: `0x${'12'.repeat(20)}`, data: '0x313ce567' }, 'latest']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params })
  const ask = async () => {
    const headers = { 'content-type': 'application/json' }
    await (await fetch(`${urlOf(nodes)}/ethereum`, { method: 'POST', headers, body })).text()
  }
  await ask()
  const start = performance.now()
  for (let at = 0; at < SAMPLE; at += 1) await ask()
  return (performance.now() - start) / SAMPLE
}

/** Throws when a scan did not read everything, because a fast incomplete answer does not count. */
async function scan(
  nodes: Child<unknown>,
  { owner, positions }: Wallet,
  times: number,
): Promise<Scanned[]> {
  const script = path.join(import.meta.dirname, 'wallet-scans.ts')
  const words = [script, urlOf(nodes), owner, String(times)]
  const { stdout } = await run(process.execPath, words)
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

function urlOf({ hello }: Child<unknown>): string {
  return `http://127.0.0.1:${hello.port}`
}
