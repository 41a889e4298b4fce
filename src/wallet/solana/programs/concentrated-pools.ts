import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import { nullIfUnreadable } from './account-fields.ts'
import {
  amountsIn,
  checkRange,
  earnedBy,
  isClosed,
  type Pool,
  type PoolPosition,
  type TickGrowth,
} from './pool-content.ts'
import {
  accountsOfNfts,
  type PositionAccounts,
  unreadPosition,
  unseenPart,
} from './position-nfts.ts'
import { legOf, readTokens, type SplToken, tokenOf } from './tokens.ts'
import { keyOf } from './wallet-reads.ts'

/** A program of pools with concentrated liquidity, in which an NFT represents a position. */
export interface ConcentratedPools {
  protocol: string
  /** The test that shows it. */
  proof: string
  program: string
  readPosition(account: RawAccount): PoolPosition
  /** Positions that have no NFT of their own in the wallet, where there are such. */
  further?(wallet: ProgramWallet): Promise<PositionAccounts>
  pools: {
    /** Of its account, how much is read. */
    bytes: number
    read(account: RawAccount | null | undefined): Pool
  }
  tickArrays: {
    /** Ticks in one account, and how much of it is read. */
    ticks: number
    bytes: number
    /** The seed that names an account by its first tick. */
    seed(start: number): Uint8Array
    /** The tick at that place in its account. */
    readTick(account: RawAccount | null | undefined, index: number): TickGrowth
  }
}

const LOCKED = ', locked for good'

/** A position whose pool was read too. */
interface Placed {
  position: PoolPosition
  pool: Pool
}

/**
 * Reads positions in three rounds: the positions, their pools, then ticks and tokens. A position that cannot be read is found without
 * a value. What a Token-2022 mint takes of its transfers is not deducted.
 */
export function concentratedPools(of: ConcentratedPools): ProgramReader {
  return {
    protocols: [of.protocol],
    reads: ['lp', 'reward'],
    proof: of.proof,
    async read(wallet) {
      const [own, further] = await Promise.all([
        accountsOfNfts(wallet, { ...of, seed: 'position' }),
        of.further?.(wallet) ?? { held: [], unread: 0 },
      ])
      const unread = own.unread + further.unread
      const open = [...own.held, ...further.held]
        .map(({ account, ...nft }) => {
          return { ...nft, position: account && nullIfUnreadable(() => of.readPosition(account)) }
        })
        .filter(({ position }) => position === null || !isClosed(position))
      const found = open.length > 0 ? await readContent(of, wallet, open) : []
      return unread > 0 ? [...found, unseenPart(of.protocol)] : found
    },
  }
}

async function readContent(
  of: ConcentratedPools,
  wallet: ProgramWallet,
  open: readonly { mint: string; ref: string; isLocked?: boolean; position: PoolPosition | null }[],
): Promise<Finding[]> {
  const accountOf = await readPools(of, wallet, open)
  const placed = open.map(({ position, ...nft }) => ({
    ...nft,
    at: position && nullIfUnreadable(() => placeIn(of, position, accountOf.get(position.pool))),
  }))
  const readable = placed.flatMap(({ at }) => at ?? [])
  const mints = readable.flatMap(({ pool }) => pool.counters.flatMap(({ mint }) => mint ?? []))
  const [tokens, growthAt] = await Promise.all([
    readTokens(wallet, mints),
    readTicks(of, wallet, readable),
  ])
  return placed
    .map(({ mint, ref, at, isLocked = false }) => {
      const found =
        at && nullIfUnreadable(() => findingIn(of, { ref, isLocked }, at, { tokens, growthAt }))
      return found ?? unreadPosition(of.protocol, mint, ref)
    })
    .filter(({ legs }) => legs.length > 0)
}

async function readPools(
  { pools }: ConcentratedPools,
  { accounts }: ProgramWallet,
  open: readonly { position: PoolPosition | null }[],
): Promise<ReadonlyMap<string, RawAccount | null | undefined>> {
  const addresses = [...new Set(open.flatMap(({ position }) => position?.pool ?? []))]
  const slice = { offset: 0, length: pools.bytes }
  const found = await accounts(addresses, slice)
  return new Map(addresses.map((address, index) => [address, found[index]]))
}

function placeIn(
  { pools }: ConcentratedPools,
  position: PoolPosition,
  account: RawAccount | null | undefined,
): Placed {
  const pool = pools.read(account)
  checkRange(position, pool)
  return { position, pool }
}

interface Read {
  tokens: ReadonlyMap<string, SplToken>
  growthAt(pool: string, tick: number): TickGrowth
}

function findingIn(
  { protocol }: ConcentratedPools,
  { ref, isLocked }: { ref: string; isLocked: boolean },
  { position, pool }: Placed,
  { tokens, growthAt }: Read,
): Finding {
  const [mintA, mintB] = pool.mints
  const [amountA, amountB] = isLocked ? [0n, 0n] : amountsIn(position, pool)
  const earned = earnedBy(position, pool, (tick) => growthAt(position.pool, tick))
  return findingOf({
    protocol,
    product: 'lp',
    market: `${tokenOf(tokens, mintA).symbol}/${tokenOf(tokens, mintB).symbol} ${pool.kind}${isLocked ? LOCKED : ''}`,
    ref,
    legs: [
      ...legOf('lp', tokens, mintA, amountA),
      ...legOf('lp', tokens, mintB, amountB),
      ...pool.counters.flatMap(({ mint }, index) =>
        mint === null ? [] : legOf('reward', tokens, mint, earned[index] ?? 0n),
      ),
    ],
    inRange: pool.tick >= position.tickLower && pool.tick < position.tickUpper,
  })
}

/** Reads the accounts with the ticks on whose growth the positions depend. */
async function readTicks(
  { program, tickArrays }: ConcentratedPools,
  { accounts, derivedAddress }: ProgramWallet,
  placed: readonly Placed[],
): Promise<Read['growthAt']> {
  const ticks = placed.flatMap(({ position, pool }) =>
    position.liquidity === 0n
      ? []
      : [position.tickLower, position.tickUpper].map((tick) => {
          const span = pool.tickSpacing * tickArrays.ticks
          const start = Math.floor(tick / span) * span
          return { pool: position.pool, tick, start, index: (tick - start) / pool.tickSpacing }
        }),
  )
  const arrays = [...new Map(ticks.map((each) => [`${each.pool} ${each.start}`, each]))]
  const addresses = arrays.map(([, { pool, start }]) =>
    derivedAddress(program, [Buffer.from('tick_array'), keyOf(pool), tickArrays.seed(start)]),
  )
  const slice = { offset: 0, length: tickArrays.bytes }
  const found = await accounts(addresses, slice)
  const accountOf = new Map(arrays.map(([id], index) => [id, found[index]]))
  const placeOf = new Map(ticks.map((each) => [`${each.pool} ${each.tick}`, each]))
  return (pool, tick) => {
    const place = placeOf.get(`${pool} ${tick}`)
    if (place === undefined) throw new Unreadable(`The tick ${tick} of ${pool} was not read`)
    return tickArrays.readTick(accountOf.get(`${pool} ${place.start}`), place.index)
  }
}
