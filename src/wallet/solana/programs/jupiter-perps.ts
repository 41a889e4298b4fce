import { Unreadable } from '../../../chains/unreadable.ts'
import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount } from '../accounts.ts'
import { SYSTEM_PROGRAM, USDC } from '../program-ids.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import { fieldsOf } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }
import { keyOf } from './wallet-reads.ts'

const PROTOCOL = 'jupiter-perpetual-exchange'

// Addresses, seeds and layouts are those of the program's published IDL and of its accounts on mainnet.
const PROGRAM = 'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu'
/** The only pool, that of JLP. */
const POOL = '5BUwFW4nRbftYTDMbgxykoFWqWHPzahFSNAaaaJtVKsq'
/** Its accounts of the tokens that are traded; a long is backed by the same token. */
const TRADED = {
  SOL: '7xS2gz2bTp3fwCC7knJvUWTEU9Tycczu6VhJYKgi1wdz',
  ETH: 'AQCGyheWPLeo6Qp9WpYS9m3Qj479t7R636N9ey1rEjEn',
  BTC: '5Pv3gM9JrFFH883SWAhvJC9RPYmo8UNxuFtv5bMMALkm',
}
/** Its accounts of the tokens that back shorts: USDC, USDT and JupUSD. */
const STABLE = [
  'G18jKKXQwBbrHeiK3C9MRXhkHsLHf7XgCSisykV46EZa',
  '4vkNeXiYEUizLdrpdPS1eC2mccyM4NUPRtERrk6ZETkk',
  'DdwY1ELc9rRK7xNL3hTXabSFBmVrTPpfsUZSv2Y3LL1U',
]

const { POOL_KIND, POSITION_KIND, POSITION } = layouts.jupiterPerps
/** Byte offsets in a pool: the length of its name, which is followed by the number of its tokens and their accounts. */
const POOL_NAME = { length: 8, end: 12 }
const SIDES = { long: 1, short: 2 }
/** US dollars in a position have as many decimals as USDC. */
const DOLLAR = 10 ** USDC.decimals

/** What an owner has at most one position of. */
interface Place {
  market: string
  side: 'long' | 'short'
  traded: string
  backing: string
}

const PLACES: readonly Place[] = Object.entries(TRADED).flatMap(([market, traded]): Place[] => [
  { market, side: 'long', traded, backing: traded },
  ...STABLE.map((backing): Place => ({ market, side: 'short', traded, backing })),
])

/**
 * Perpetuals of Jupiter, for one question: an owner has twelve of them at most, at addresses that follow from the pool's tokens. The
 * pool is read with them, and where it has further tokens, there may be further positions. Profit, fees and the price of liquidation
 * depend on oracles and are not read.
 */
export const jupiterPerps: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['leverage'],
  proof: 'jupiter-perps.test.ts',
  async read(wallet) {
    const addresses = PLACES.map((place) => addressOf(place, wallet))
    const [pool, ...accounts] = await wallet.accounts([POOL, ...addresses])
    const found = PLACES.flatMap((place, i) => perpIn(accounts[i], place, wallet.owner))
    const known = [...Object.values(TRADED), ...STABLE]
    return tokensOf(pool).every((token) => known.includes(token)) ? found : [...found, UNREAD]
  },
}

/** Marks that there may be more perpetuals than were read. */
const UNREAD = findingOf({ protocol: PROTOCOL, product: 'perp', legs: [], isUnread: true })

function addressOf(
  { traded, backing, side }: Place,
  { derivedAddress, owner }: ProgramWallet,
): string {
  return derivedAddress(PROGRAM, [
    Buffer.from('position'),
    ...[owner, POOL, traded, backing].map(keyOf),
    Uint8Array.of(SIDES[side]),
  ])
}

/** The pool's accounts of its tokens. Throws `Unreadable`. */
function tokensOf(account: RawAccount | null | undefined): string[] {
  const data = fieldsOf(account, POOL_KIND)
  const at = POOL_NAME.end + data.i32(POOL_NAME.length)
  const count = data.i32(at)
  if (count < 1) throw new Unreadable(`The pool ${POOL} has no tokens`)
  return Array.from({ length: count }, (_, i) => data.key(at + 4 + i * 32))
}

/** Throws `Unreadable` when the account is anything but that position of the owner. A closed one keeps its account. */
function perpIn(account: RawAccount | null | undefined, place: Place, owner: string): Finding[] {
  // Anybody may send lamports to an address that the program has not taken.
  if (!account || account.owner === SYSTEM_PROGRAM) return []
  const data = fieldsOf(account, POSITION_KIND)
  const { market, side, traded, backing } = place
  const isThat =
    data.key(POSITION.owner) === owner &&
    data.key(POSITION.pool) === POOL &&
    data.key(POSITION.traded) === traded &&
    data.key(POSITION.backing) === backing &&
    data.u8(POSITION.side) === SIDES[side]
  if (!isThat)
    throw new Unreadable(`${account.address} is not the ${side} of ${market} of ${owner}`)
  const dollars = (at: number) => Number(data.u64(at)) / DOLLAR
  const sizeUsd = dollars(POSITION.sizeUsd)
  if (sizeUsd === 0) return []
  const { mint: token, symbol, decimals } = USDC
  const amount = data.u64(POSITION.collateralUsd)
  return [
    findingOf({
      protocol: PROTOCOL,
      product: 'perp',
      market,
      ref: account.address,
      legs: [{ role: 'margin', token, symbol, decimals, amount }],
      perp: {
        side,
        sizeUsd,
        leverage: null,
        entryPrice: dollars(POSITION.entryPrice),
        liquidationPrice: null,
        pnlUsd: null,
        pnlInNet: false,
      },
    }),
  ]
}
