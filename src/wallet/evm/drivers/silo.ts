import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { ASSET } from '../../../chains/evm/abi.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { address, entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { siloLoan } from './loan.ts'
import { type AnswersOf, answersTo, may, membersOf, must, tokenAt } from './questions.ts'

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

/** An owner's deposits and debt with interest up to the block, one finding for each market. Protected deposits count as deposits. */
export const silo = defineDriver({
  name: 'silo',
  entry: siloEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/silo.json',
  *read(entry, owner) {
    const { factory, first, most, lens } = entry
    const { total, unread, found } = yield* answersTo(
      membersOf({
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
    )
    const read = yield* answersTo(
      found.map(({ member, words: [, silo0, silo1] }) =>
        marketAt(lens, owner, member, [addressIn(silo0), addressIn(silo1)]),
      ),
    )
    const markets = yield* answersTo(
      read.map(({ sides, ...market }) => ({
        ...market,
        sides: sides.map((side) => ({ ...side, token: tokenAt(side.asset) })),
      })),
    )
    const findings = markets
      .map((each) => marketFinding(entry, each))
      .filter(({ legs }) => legs.length > 0)
    return unread > 0n || total > BigInt(most) ? [...findings, unseenPart(entry)] : findings
  },
})

function marketAt(lens: Address, owner: Address, config: Address, silos: [Address, Address]) {
  return {
    config,
    sides: silos.map((silo) => ({
      silo,
      asset: must(silo, ASSET, []),
      supply: must(lens, SUPPLY, [silo, owner]),
      debt: must(lens, DEBT, [silo, owner]),
    })),
    pledged: must(config, PLEDGED, [owner]),
    // Reverts when an oracle does not answer.
    ltv: may(lens, LTV, [silos[0], owner]),
    limit: may(lens, LIMIT, [silos[0], owner]),
  }
}

type Market = AnswersOf<ReturnType<typeof marketAt>>
interface NamedMarket extends Market {
  sides: (Market['sides'][number] & { token: Token })[]
}

function marketFinding(
  entry: SiloEntry,
  { config, sides, pledged, ltv, limit }: NamedMarket,
): Finding {
  const isLoan = sides.some(({ debt }) => debt > 0n)
  // Only with a debt one of the two deposits is the collateral.
  const legs = sides.flatMap(({ silo, token, supply, debt }) => [
    ...legsOf('supply', token, supply, ...(isLoan ? [silo === pledged] : [])),
    ...legsOf('borrow', token, debt),
  ])
  return positionOf(entry, {
    market: sides.map(({ token }) => token.symbol).join('/'),
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
