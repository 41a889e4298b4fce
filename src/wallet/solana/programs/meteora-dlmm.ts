import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import { nullIfUnreadable } from './account-fields.ts'
import {
  BIN_ARRAY_BYTES,
  BINS_IN_ARRAY,
  type Bin,
  DLMM,
  type DlmmPair,
  type DlmmPosition,
  isPosition,
  OWNER_OFFSET,
  POSITION_BYTES,
  readBin,
  readPair,
  readPosition,
} from './meteora-position.ts'
import { unreadPosition, unseenPart } from './position-nfts.ts'
import { legOf, readTokens, type SplToken, tokenOf } from './tokens.ts'
import { keyOf } from './wallet-reads.ts'

const PROTOCOL = 'meteora-dlmm'
/** Each is one question to a node, or two; an account of bins has 10 kB. */
const MAX_POSITIONS = 100
const MAX_BIN_ARRAYS = 200
/** Enough of an account to recognise a position. */
const MARK = { offset: 0, length: 8 }

/**
 * Positions in Meteora's DLMM, which name their owner: the share of each of their bins, and the fees that were not taken yet. A search
 * for the positions comes first, then the positions, their pairs, and the bins. Farm rewards are not counted.
 */
export const meteoraDlmm: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['lp', 'reward'],
  proof: 'meteora-dlmm.test.ts',
  async read(wallet) {
    const { owner, programAccounts, accounts } = wallet
    const filter = { memcmp: { offset: OWNER_OFFSET, bytes: owner } }
    const found = await programAccounts(DLMM, [filter], MARK)
    const listed = found.filter(isPosition).slice(0, MAX_POSITIONS)
    const addresses = listed.map(({ address }) => address)
    const read = await accounts(addresses, { offset: 0, length: POSITION_BYTES })
    const held = addresses.map((ref, index) => ({
      ref,
      position: nullIfUnreadable(() => readPosition(read[index], owner)),
    }))
    const findings = await readContent(wallet, held)
    return listed.length === found.length ? findings : [...findings, unseenPart(PROTOCOL)]
  },
}

interface Held {
  ref: string
  position: DlmmPosition | null
}

async function readContent(wallet: ProgramWallet, held: readonly Held[]): Promise<Finding[]> {
  const pairOf = await readPairs(wallet, held)
  const mints = [...pairOf.values()].flatMap((pair) => pair?.mints ?? [])
  const [tokens, binAt] = await Promise.all([
    readTokens(wallet, mints),
    readBins(
      wallet,
      held.flatMap(({ position }) => position ?? []),
    ),
  ])
  return held
    .map(({ ref, position }) => {
      const pair = position && pairOf.get(position.pair)
      if (!position || !pair) return unreadPosition(PROTOCOL, ref)
      const found = nullIfUnreadable(() => findingIn(position, pair, tokens, binAt))
      return found ?? unreadPosition(PROTOCOL, ref)
    })
    .filter(({ legs }) => legs.length > 0)
}

async function readPairs(
  { accounts }: ProgramWallet,
  held: readonly Held[],
): Promise<ReadonlyMap<string, DlmmPair | null>> {
  const addresses = [...new Set(held.flatMap(({ position }) => position?.pair ?? []))]
  const found = await accounts(addresses)
  return new Map(
    addresses.map((address, index) => [address, nullIfUnreadable(() => readPair(found[index]))]),
  )
}

/** A bin of a pair by its id. Throws `Unreadable` when it was not read. */
type BinAt = (pair: string, id: number) => Bin

/** Reads the accounts with the bins in which the positions have a share. */
async function readBins(
  { accounts, derivedAddress }: ProgramWallet,
  positions: readonly DlmmPosition[],
): Promise<BinAt> {
  const arrays = new Map<string, { pair: string; index: number }>()
  for (const { pair, lowerBin, bins } of positions) {
    for (const [at, { share }] of bins.entries()) {
      const index = Math.floor((lowerBin + at) / BINS_IN_ARRAY)
      if (share > 0n) arrays.set(`${pair} ${index}`, { pair, index })
    }
  }
  const asked = [...arrays].slice(0, MAX_BIN_ARRAYS)
  const addresses = asked.map(([, { pair, index }]) => {
    const seed = Buffer.alloc(8)
    seed.writeBigInt64LE(BigInt(index))
    return derivedAddress(DLMM, [Buffer.from('bin_array'), keyOf(pair), seed])
  })
  const found = await accounts(addresses, { offset: 0, length: BIN_ARRAY_BYTES })
  const accountOf = new Map<string, RawAccount | null | undefined>(
    asked.map(([key], at) => [key, found[at]]),
  )
  return (pair, id) => {
    const index = Math.floor(id / BINS_IN_ARRAY)
    const account = accountOf.get(`${pair} ${index}`)
    if (!account) throw new Unreadable(`The bins ${index} of ${pair} were not read`)
    return readBin(account, id - index * BINS_IN_ARRAY)
  }
}

function findingIn(
  position: DlmmPosition,
  { activeBin, binStep, mints }: DlmmPair,
  tokens: ReadonlyMap<string, SplToken>,
  binAt: BinAt,
): Finding {
  const { address, pair, lowerBin, upperBin } = position
  const parts = position.bins.map(({ share, fees }, at) =>
    share === 0n
      ? { amounts: [], earned: fees.map(({ pending }) => pending) }
      : contentOf(share, fees, binAt(pair, lowerBin + at)),
  )
  const sum = (of: 'amounts' | 'earned', token: number) =>
    parts.reduce((total, part) => total + (part[of][token] ?? 0n), 0n)
  return findingOf({
    protocol: PROTOCOL,
    product: 'lp',
    market: `${mints.map((mint) => tokenOf(tokens, mint).symbol).join('/')} bin step ${binStep}`,
    ref: address,
    legs: [
      ...mints.flatMap((mint, token) => legOf('lp', tokens, mint, sum('amounts', token))),
      ...mints.flatMap((mint, token) => legOf('reward', tokens, mint, sum('earned', token))),
    ],
    inRange: activeBin >= lowerBin && activeBin <= upperBin,
  })
}

/** A share of a bin, and what it earned: both shares and counters are Q64.64 numbers. */
function contentOf(share: bigint, fees: DlmmPosition['bins'][number]['fees'], bin: Bin) {
  return {
    amounts: bin.amounts.map((amount) => (bin.supply === 0n ? 0n : (amount * share) / bin.supply)),
    earned: fees.map(({ last, pending }, token) => {
      const grown = BigInt.asUintN(128, (bin.counters[token] ?? 0n) - last)
      return pending + (((share >> 64n) * grown) >> 64n)
    }),
  }
}
