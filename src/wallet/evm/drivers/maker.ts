import * as z from 'zod'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../chains/address.ts'
import { type Call, call, type Reply } from '../../../chains/evm/call.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import { hexBytes } from '../../../chains/hex.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { loanFields } from './loan.ts'
import { type AnswersOf, answersTo, may, must } from './questions.ts'
import { ratio, symbolOf } from './reading.ts'

const VAULTS =
  'function getCdpsAsc(address manager, address owner) view returns (uint256[] ids, address[] urns, bytes32[] ilks)'
// A manager's own list of what an owner has, for a fork without `GetCdps`.
const COUNT = 'function count(address owner) view returns (uint256)'
const FIRST = 'function first(address owner) view returns (uint256)'
const LAST = 'function last(address owner) view returns (uint256)'
const BESIDE = 'function list(uint256 id) view returns (uint256 prev, uint256 next)'
const URN_OF = 'function urns(uint256 id) view returns (address)'
const ILK_OF = 'function ilks(uint256 id) view returns (bytes32)'
const PIE = 'function pie(address owner) view returns (uint256)'
const CHI = 'function chi() view returns (uint256)'
export const URN = 'function urns(bytes32 ilk, address urn) view returns (uint256 ink, uint256 art)'
/** What of a vault's collateral backs nothing, as what an auction left over. */
const FREE = 'function gem(bytes32 ilk, address urn) view returns (uint256)'
const ILK =
  'function ilks(bytes32 ilk) view returns (uint256 art, uint256 rate, uint256 spot, uint256 line, uint256 dust)'
const SPOT = 'function ilks(bytes32 ilk) view returns (address pip, uint256 mat)'
const GEM = 'function gem(bytes32 ilk) view returns (address)'
const DECIMALS = 'function dec(bytes32 ilk) view returns (uint256)'
const SYMBOL = 'function symbol(bytes32 ilk) view returns (string)'

const URNS = 'function ownerUrnsCount(address owner) view returns (uint256)'
const URN_AT = 'function ownerUrns(address owner, uint256 index) view returns (address)'

const RAY = 10n ** 27n
/** Anyone may give a vault to anyone, so that an owner may have many that are not worth reading. */
const MAX_VAULTS = 40
/** Where the manager itself has to be asked, for two at a time. */
const MAX_WALKED = 16
/** The vat counts every collateral with 18 decimals. */
const VAT_DECIMALS = 18n

/** The vaults and the savings of Maker, or of a fork. */
export const makerEntry = entryBase.extend({
  driver: z.literal('maker'),
  /** `GetCdps`, which lists the vaults that the manager gave an owner. Without it they are looked up one after another. */
  getCdps: address.optional(),
  manager: address,
  vat: address,
  spotter: address,
  /** The registry that names the token of each kind of collateral, or these themselves. */
  registry: address.optional(),
  gems: z.array(z.strictObject({ ilk: z.string(), token })).default([]),
  /** The savings contract. */
  pot: address.optional(),
  dai: token,
  /** Where SKY is staked, in vaults of the owner's own, which may be borrowed against: its engine, and the kind of collateral. */
  staking: z.strictObject({ engine: address, ilk: hexBytes(32), debt: token }).optional(),
})
export type MakerEntry = z.infer<typeof makerEntry>

interface Vault {
  id: string
  urn: Address
  ilk: Hex
}

/** The vaults of an owner that can be read, and how many there are. */
interface Listed {
  vaults: Vault[]
  count: bigint
}

/**
 * Vaults and savings of an owner. Most vaults belong to the owner's DSProxy, which is read as an account of its own. Debt and
 * savings are as of the last time that someone made the contract count its fees, which is seldom more than hours ago.
 */
export const maker = defineDriver({
  name: 'maker',
  entry: makerEntry,
  reads: ['supply', 'borrow', 'lock'],
  readsOf: ({ staking }) => ['supply', 'borrow', ...(staking ? (['lock'] as const) : [])],
  proof: 'recorded/maker.json',
  // The source of the engine is not at hand, so there is no run of it.
  shown: { lock: 'cdp-answers.test.ts' },
  *read(entry, owner) {
    const { getCdps, manager, pot, dai, staking } = entry
    const { list, ends, pie, chi, staked } = yield* answersTo({
      list: getCdps ? must(getCdps, VAULTS, [manager, owner]) : null,
      ends: getCdps ? null : endsOf(manager, owner),
      pie: pot ? must(pot, PIE, [owner]) : 0n,
      chi: pot ? must(pot, CHI, []) : RAY,
      staked: staking ? may(staking.engine, URNS, [owner]) : 0n,
    })
    if (chi < RAY) throw new Unreadable('The savings contract has a rate below one')
    const all = list ? vaultsIn(list) : yield* walk(manager, ends)
    const own = yield* stakesOf(entry, owner, staked ?? 0n)
    const vaults = yield* answersTo([...own, ...all.vaults].map((vault) => vaultAt(entry, vault)))
    const savings = legsOf('supply', dai, (pie * chi) / RAY, false)
    return [
      ...vaults.flatMap((vault) => vaultFindings(entry, vault)),
      ...(savings.length > 0 ? [positionOf(entry, { market: 'DSR', legs: savings })] : []),
      ...(staked === null || all.count + staked > vaults.length ? [unseenPart(entry)] : []),
    ]
  },
})

function vaultsIn([ids, urns, ilks]: ResultOf<typeof VAULTS>): Listed {
  const vaults = ids.map((id, at): Vault => {
    const urn = urns[at]
    const ilk = ilks[at]
    if (urn === undefined || ilk === undefined)
      throw new Unreadable('The list of vaults does not hold together')
    return { id: id.toString(), urn, ilk }
  })
  return { vaults: vaults.slice(0, MAX_VAULTS), count: BigInt(vaults.length) }
}

function endsOf(manager: Address, owner: Address) {
  return {
    count: must(manager, COUNT, [owner]),
    first: must(manager, FIRST, [owner]),
    last: must(manager, LAST, [owner]),
  }
}

/** The vaults of a manager's list, from both of its ends: what strangers gave comes last, and hides nothing that was there before. */
function* walk(
  manager: Address,
  ends: AnswersOf<ReturnType<typeof endsOf>> | null,
): Generator<Call[], Listed, Reply[]> {
  const vaults: Vault[] = []
  const seen = new Set([0n])
  let next = [ends?.first ?? 0n, ends?.last ?? 0n]
  while (vaults.length < MAX_WALKED) {
    const ids = [...new Set(next)].filter((id) => !seen.has(id))
    if (ids.length === 0) break
    const found = yield* answersTo(
      ids.map((id) => ({
        id: id.toString(),
        urn: must(manager, URN_OF, [id]),
        ilk: must(manager, ILK_OF, [id]),
        beside: must(manager, BESIDE, [id]),
      })),
    )
    for (const id of ids) seen.add(id)
    vaults.push(...found)
    next = [found[0]?.beside[1] ?? 0n, found.at(-1)?.beside[0] ?? 0n]
  }
  return { vaults, count: ends?.count ?? 0n }
}

/** Anyone may open one for anyone too. One has no number, so it is named by its address. */
function* stakesOf(
  { staking }: MakerEntry,
  owner: Address,
  count: bigint,
): Generator<Call[], Vault[], Reply[]> {
  if (!staking || count === 0n) return []
  const { engine, ilk } = staking
  const most = Math.min(Number(count), MAX_VAULTS)
  const urns = yield* answersTo(
    Array.from({ length: most }, (_, at) => must(engine, URN_AT, [owner, BigInt(at)])),
  )
  return urns.map((urn) => ({ id: urn, urn, ilk }))
}

function vaultAt({ vat, spotter, registry, gems }: MakerEntry, { id, urn, ilk }: Vault) {
  return {
    id,
    ilk,
    urn: must(vat, URN, [ilk, urn]),
    free: must(vat, FREE, [ilk, urn]),
    kind: must(vat, ILK, [ilk]),
    spot: must(spotter, SPOT, [ilk]),
    listed: gems.find((gem) => gem.ilk === textOf(ilk))?.token ?? null,
    registered: registry
      ? {
          address: must(registry, GEM, [ilk]),
          decimals: must(registry, DECIMALS, [ilk]),
          symbol: must(registry, SYMBOL, [ilk]),
        }
      : null,
  }
}
type Answers = AnswersOf<ReturnType<typeof vaultAt>>

/** The token of a kind of collateral; null if it was taken off the registry, or is newer than our list. */
function heldOf({ listed, registered }: Answers): Token | null {
  if (registered === null) return listed
  const { address: at, decimals, symbol } = registered
  if (at === ZERO_ADDRESS) return null
  return { address: at, symbol: symbolOf(symbol, at), decimals: Number(decimals) }
}

/** None for an empty vault. One whose collateral is of no known token is reported as unread. */
function vaultFindings(entry: MakerEntry, vault: Answers): Finding[] {
  const { id, ilk, free, kind, spot: prices } = vault
  const [ink, art] = vault.urn
  if (ink === 0n && art === 0n && free === 0n) return []
  const [, rate, spot] = kind
  const [, mat] = prices
  if (rate < RAY || mat === 0n) throw new Unreadable('A collateral has no rate')
  const held = heldOf(vault)
  if (held === null) return [unseenPart(entry)]
  if (held.decimals > Number(VAT_DECIMALS))
    throw new Unreadable('A collateral has too many decimals')
  const debt = art * rate
  const unit = 10n ** (VAT_DECIMALS - BigInt(held.decimals))
  return [
    positionOf(entry, {
      market: textOf(ilk),
      ref: id,
      legs: [
        ...legsOf('collateral', held, ink / unit, true),
        ...legsOf('supply', held, free / unit, false),
        ...legsOf(
          'borrow',
          ilk === entry.staking?.ilk ? entry.staking.debt : entry.dai,
          debt / RAY,
        ),
      ],
      ...loanFields({
        collateralValue: (ink * spot * mat) / RAY,
        debtValue: debt,
        liquidationLtv: ratio(RAY, mat),
        liquidationPrice: ink === 0n ? null : ratio(debt * mat, ink * RAY * RAY),
      }),
    }),
  ]
}

function textOf(ilk: Hex): string {
  return Buffer.from(ilk.slice(2), 'hex').toString('utf8').replaceAll('\0', '')
}

// For `npm run contracts -- --check` alone.
export const VAT = 'function vat() view returns (address)'

/** @public */
export const claims: ClaimsOf<MakerEntry> = ({ manager, spotter, pot, vat, staking }) => [
  wordClaim('vat of the manager', call(manager, VAT, []), vat),
  wordClaim('vat of the spotter', call(spotter, VAT, []), vat),
  ...(pot ? [wordClaim('vat of the savings', call(pot, VAT, []), vat)] : []),
  ...(staking ? [wordClaim('vat of the engine', call(staking.engine, VAT, []), vat)] : []),
]
