import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { ASSET } from '../../../chains/evm/abi.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { askMembers, readMembers } from '../../../chains/evm/lens/members.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { address, entryBase } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, readTokens, type TokenOf } from './reading.ts'
import { siloLoan } from './silo-loan.ts'
import { unseenPart } from './unseen-part.ts'

const NEXT_ID = 'function getNextSiloId() view returns (uint256)'
const MARKET = 'function idToSiloConfig(uint256 id) view returns (address)'
const SILOS = 'function getSilos() view returns (address silo0, address silo1)'
const PLEDGED = 'function borrowerCollateralSilo(address borrower) view returns (address)'
const HAS_ANY = 'function hasPosition(address market, address owner) view returns (bool)'
const LTV = 'function getUserLTV(address silo, address borrower) view returns (uint256)'
const LIMIT = 'function getUserLT(address silo, address borrower) view returns (uint256)'
const SUPPLY =
  'function collateralBalanceOfUnderlying(address silo, address owner) view returns (uint256)'
const DEBT = 'function debtBalanceOfUnderlying(address silo, address owner) view returns (uint256)'

/** Silo from its second version on, by a factory that numbers its markets of two silos each. */
export const siloEntry = entryBase.extend({
  driver: z.literal('silo'),
  factory: address,
  /** The number of its first market. */
  first: z.int().positive(),
  /** How many markets are read; those after them are not. */
  most: z.int().positive(),
  /** SiloLens, which reports what an owner has. */
  lens: address,
})
export type SiloEntry = z.infer<typeof siloEntry>

interface Market {
  config: Address
  silos: [Address, Address]
}

/** An owner's deposits and debt with interest up to the block, one finding for each market. Protected deposits count as deposits. */
export const silo = defineDriver({
  name: 'silo',
  entry: siloEntry,
  gap: 'Unclaimed rewards, and vaults that lend in its markets, are not read.',
  *read(entry, owner) {
    const { factory, first, most, lens } = entry
    const [reply] = yield [
      askMembers({
        registry: factory,
        count: selectorOf(NEXT_ID),
        item: selectorOf(MARKET),
        first: BigInt(first),
        asker: lens,
        question: selectorOf(HAS_ANY),
        words: 1,
        detail: selectorOf(SILOS),
        details: 2,
        owner,
        max: BigInt(most),
      }),
    ]
    const { total, unread, found } = readMembers(reply)
    const markets = found.map(
      ({ member, words }): Market => ({
        config: member,
        silos: [addressIn(words[1]), addressIn(words[2])],
      }),
    )
    const second = (yield* ask(markets.flatMap((each) => marketCalls(lens, each, owner)))).values()
    const read = markets.map((market) => readMarket(market, second))
    const tokenOf = yield* readTokens(read.flatMap(({ sides }) => sides.map(({ asset }) => asset)))
    const findings = read
      .map((each) => marketFinding(entry, each, tokenOf))
      .filter(({ legs }) => legs.length > 0)
    return unread > 0n || total > BigInt(most) ? [...findings, unseenPart(entry)] : findings
  },
})

function marketCalls(lens: Address, { config, silos }: Market, owner: Address): Call[] {
  return [
    ...silos.flatMap((each) => [
      call(each, ASSET, []),
      call(lens, SUPPLY, [each, owner]),
      call(lens, DEBT, [each, owner]),
    ]),
    call(config, PLEDGED, [owner]),
    call(lens, LTV, [silos[0], owner]),
    call(lens, LIMIT, [silos[0], owner]),
  ]
}

interface ReadMarket {
  config: Address
  sides: { asset: Address; supply: bigint; debt: bigint; isPledged: boolean }[]
  ltv: bigint | null
  limit: bigint | null
}

function readMarket({ config, silos }: Market, replies: Iterator<Reply>): ReadMarket {
  const next = () => replies.next().value
  const sides = silos.map((each) => ({
    each,
    asset: decodeOrThrow(next(), ASSET),
    supply: decodeOrThrow(next(), SUPPLY),
    debt: decodeOrThrow(next(), DEBT),
  }))
  const pledged = decodeOrThrow(next(), PLEDGED)
  return {
    config,
    sides: sides.map(({ each, ...side }) => ({ ...side, isPledged: each === pledged })),
    // Reverts when an oracle does not answer.
    ltv: tryDecode(next(), LTV),
    limit: tryDecode(next(), LIMIT),
  }
}

function marketFinding(
  entry: SiloEntry,
  { config, sides, ltv, limit }: ReadMarket,
  tokenOf: TokenOf,
): Finding {
  const isLoan = sides.some(({ debt }) => debt > 0n)
  const named = sides.map(({ asset, ...side }) => ({ token: tokenOf(asset), ...side }))
  // Only with a debt one of the two deposits is the collateral.
  const legs = named.flatMap(({ token, supply, debt, isPledged }) => [
    ...legsOf('supply', token, supply, ...(isLoan ? [isPledged] : [])),
    ...legsOf('borrow', token, debt),
  ])
  return positionOf(entry, {
    market: named.map(({ token }) => token.symbol).join('/'),
    ref: config,
    legs,
    ...siloLoan(legs, ltv, limit),
  })
}

function addressIn(word: bigint): Address {
  return word === 0n ? ZERO_ADDRESS : `0x${word.toString(16).padStart(40, '0')}`
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<SiloEntry> = ({ factory }) => [
  existence('markets', factory, NEXT_ID, []),
]
