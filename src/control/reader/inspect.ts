import type { Address, Hex } from '../../chains/address.ts'
import { type Bundler, repliesIn } from '../../chains/evm/bundler.ts'
import { chunksOf } from '../../chains/evm/chunks.ts'
import { MULTICALL3 } from '../../chains/evm/multicall.ts'
import type { RpcBatch } from '../../chains/evm/rpc-batch.ts'
import { hashOf } from '../../chains/evm/viem.ts'
import type { Inspection } from '../chain-reader.ts'
import {
  type Account,
  accountQuestion,
  CODE_READER,
  decodeAccounts,
  decodeSlots,
  LENS_ADDRESS,
  SLOT_QUESTION,
  SLOT_READER,
} from '../lens/lens.ts'
import { createStateReader, MAX_CODE_BYTES, type Slots, type StateReader } from './state-reader.ts'

/** Code of contracts by its hash: code never changes, so it is read once. */
export interface CodeCache {
  get(hash: Hex): Hex | undefined
  set(hash: Hex, code: Hex): void
}

/** Bytes of code in one request. */
const MAX_BODIES_BYTES = 1_500_000
const ACCOUNTS_PER_REQUEST = 400
const SLOTS_PER_REQUEST = 100
/** How the code of an account begins that acts through a contract (EIP-7702). */
const DELEGATION = 'ef0100'
export const EMPTY_CODE_HASH = hashOf('0x')

export interface Inspector {
  inspect(addresses: readonly Address[]): Promise<Map<Address, Inspection | null>>
}

/** What an inspector reads from. */
interface InspectorSource extends StateReader {
  bundler: Bundler
  cache: CodeCache
}

/**
 * Reads code and slots. Where a node takes state overrides, the code and slots of hundreds of contracts are read in two
 * requests; where all drop or refuse them, `eth_getCode` and `eth_getStorageAt` are sent in batches.
 */
export function createInspector(
  bundler: Bundler,
  batch: RpcBatch,
  blockTag: Hex,
  cache: CodeCache,
): Inspector {
  const source = { bundler, cache, ...createStateReader(batch, blockTag) }
  let hasOverrides = true

  const inspectSome = async (addresses: readonly Address[]): Promise<Found> => {
    const found = hasOverrides ? await inspectWithOverrides(source, addresses) : null
    if (found) return found
    const other = await inspectWithBatches(source, addresses)
    // Overrides are given up only when the nodes answer without them.
    if ([...other.values()].some((each) => each !== null)) hasOverrides = false
    return other
  }

  return {
    inspect: async (addresses) => {
      const unique = [...new Set(addresses)]
      const found = await Promise.all(chunksOf(unique, ACCOUNTS_PER_REQUEST).map(inspectSome))
      return new Map(found.flatMap((each) => [...each]))
    },
  }
}

async function inspectWithOverrides(
  source: InspectorSource,
  addresses: readonly Address[],
): Promise<Found | null> {
  const accounts = await accountsOf(source, addresses)
  if (accounts === null) return null
  const rows = accounts.map((account, at) => ({ ...account, address: addresses[at] ?? '0x' }))
  const contracts = rows.filter(({ size }) => size > 0)
  // Multicall3 cannot be replaced while it carries the question.
  const readable = contracts.map(({ address }) => address).filter((each) => each !== MULTICALL3)
  const [slots] = await Promise.all([
    Promise.all(chunksOf(readable, SLOTS_PER_REQUEST).map((chunk) => slotsOf(source, chunk))),
    fillCache(source, contracts),
  ])
  if (slots.includes(null)) return null
  const bySlot = new Map(slots.flat().map((each, at) => [readable[at], each]))
  return new Map(
    rows.map(({ address, size, codeHash }) => {
      if (size === 0) return [address, NO_CODE]
      const code = source.cache.get(codeHash)
      return [address, code ? { codeHash, size, code, slots: bySlot.get(address) ?? null } : null]
    }),
  )
}

async function inspectWithBatches(
  { codesOf, storedSlotsOf }: InspectorSource,
  addresses: readonly Address[],
): Promise<Found> {
  const codes = await codesOf(addresses)
  const contracts = addresses.filter((_, at) => codes[at] && codes[at] !== '0x')
  const slots = await storedSlotsOf(contracts)
  const bySlot = new Map(contracts.map((address, at) => [address, slots[at] ?? null]))
  return new Map(
    addresses.map((address, at) => {
      const code = codes[at]
      if (!code) return [address, null]
      if (code === '0x') return [address, NO_CODE]
      const size = (code.length - 2) / 2
      return [address, { codeHash: hashOf(code), size, code, slots: bySlot.get(address) ?? null }]
    }),
  )
}

async function accountsOf(
  { bundler }: InspectorSource,
  addresses: readonly Address[],
): Promise<Account[] | null> {
  const question = { to: LENS_ADDRESS, data: accountQuestion(addresses) }
  const read = (data: Hex | undefined) => decodeAccounts(data ?? '0x', addresses.length)
  const bundling = await bundler.bundle([question], {
    overrides: { [LENS_ADDRESS]: { code: CODE_READER } },
    accept: ([reply]) => reply?.ok === true && read(reply.data) !== null,
  })
  const replies = repliesIn(bundling)
  return replies && read(replies[0]?.data)
}

async function slotsOf(
  { bundler }: InspectorSource,
  addresses: readonly Address[],
): Promise<(Slots | null)[] | null> {
  const calls = addresses.map((to) => ({ to, data: SLOT_QUESTION }))
  const code = { code: SLOT_READER }
  const bundling = await bundler.bundle(calls, {
    overrides: Object.fromEntries(addresses.map((address) => [address, code])),
    accept: (all) => all.every(({ ok, data }) => ok && decodeSlots(data) !== null),
  })
  return repliesIn(bundling)?.map(({ data }) => decodeSlots(data)) ?? null
}

/** Reads the code of hashes that are new, once for each; a body of another hash is refused. */
async function fillCache(
  { cache, codesOf }: InspectorSource,
  contracts: readonly (Account & { address: Address })[],
): Promise<void> {
  const fresh = new Map(
    contracts
      .filter(({ codeHash, size }) => cache.get(codeHash) === undefined && size <= MAX_CODE_BYTES)
      .map((each) => [each.codeHash, each]),
  )
  await Promise.all(
    bySize([...fresh.values()]).map(async (group) => {
      const codes = await codesOf(
        group.map(({ address }) => address),
        (code, at) => isDelegation(group[at]?.head) || hashOf(code) === group[at]?.codeHash,
      )
      for (const [at, { codeHash }] of group.entries()) {
        const code = codes[at]
        if (code) cache.set(codeHash, code)
      }
    }),
  )
}

type Found = Map<Address, Inspection | null>

const NO_CODE: Inspection = { codeHash: EMPTY_CODE_HASH, size: 0, code: '0x', slots: {} }

function isDelegation(head: string | undefined): boolean {
  return head?.startsWith(DELEGATION.slice(0, 4)) ?? false
}

/** Contracts in groups whose code fits one answer. */
function bySize<T extends { size: number }>(contracts: readonly T[]): T[][] {
  const groups: T[][] = []
  let bytes = 0
  for (const each of contracts) {
    const last = groups.at(-1)
    bytes += each.size
    if (last && bytes <= MAX_BODIES_BYTES) last.push(each)
    else {
      groups.push([each])
      bytes = each.size
    }
  }
  return groups
}
