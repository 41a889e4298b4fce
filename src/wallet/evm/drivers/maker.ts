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
/** The vat counts every collateral with 18 decimals. */
const VAT_DECIMALS = 18n

/** Maker's vaults and its savings. */
export const makerEntry = entryBase.extend({
  driver: z.literal('maker'),
  /** `GetCdps`, which lists the vaults that the manager gave an owner. */
  getCdps: address,
  manager: address,
  vat: address,
  spotter: address,
  /** The registry that names the token of each kind of collateral. */
  registry: address,
  /** The savings contract. */
  pot: address,
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
  unread: [],
  *read(entry, owner) {
    const { pot, dai, staking } = entry
    const { list, pie, chi, staked } = yield* answersTo({
      list: must(entry.getCdps, VAULTS, [entry.manager, owner]),
      pie: must(pot, PIE, [owner]),
      chi: must(pot, CHI, []),
      staked: staking ? may(staking.engine, URNS, [owner]) : 0n,
    })
    if (chi < RAY) throw new Unreadable('The savings contract has a rate below one')
    const all = vaultsIn(list)
    const own = yield* stakesOf(entry, owner, staked ?? 0n)
    const vaults = yield* answersTo(
      [...own, ...all.slice(0, MAX_VAULTS)].map((vault) => vaultAt(entry, vault)),
    )
    const savings = legsOf('supply', dai, (pie * chi) / RAY, false)
    return [
      ...vaults.flatMap((vault) => vaultFindings(entry, vault)),
      ...(savings.length > 0 ? [positionOf(entry, { market: 'DSR', legs: savings })] : []),
      ...(staked === null || all.length + Number(staked) > vaults.length
        ? [unseenPart(entry)]
        : []),
    ]
  },
})

function vaultsIn([ids, urns, ilks]: ResultOf<typeof VAULTS>): Vault[] {
  return ids.map((id, at): Vault => {
    const urn = urns[at]
    const ilk = ilks[at]
    if (urn === undefined || ilk === undefined)
      throw new Unreadable('The list of vaults does not hold together')
    return { id: id.toString(), urn, ilk }
  })
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

function vaultAt({ vat, spotter, registry }: MakerEntry, { id, urn, ilk }: Vault) {
  return {
    id,
    ilk,
    urn: must(vat, URN, [ilk, urn]),
    free: must(vat, FREE, [ilk, urn]),
    kind: must(vat, ILK, [ilk]),
    spot: must(spotter, SPOT, [ilk]),
    gem: must(registry, GEM, [ilk]),
    decimals: must(registry, DECIMALS, [ilk]),
    symbol: must(registry, SYMBOL, [ilk]),
  }
}

/** None for an empty vault. A collateral that was taken off the registry has no token, so its vault is reported as unread. */
function vaultFindings(
  entry: MakerEntry,
  { id, ilk, urn: [ink, art], free, ...of }: AnswersOf<ReturnType<typeof vaultAt>>,
): Finding[] {
  if (ink === 0n && art === 0n && free === 0n) return []
  const [, rate, spot] = of.kind
  const [, mat] = of.spot
  if (rate < RAY || mat === 0n) throw new Unreadable('A collateral has no rate')
  if (of.gem === ZERO_ADDRESS) return [unseenPart(entry)]
  const held: Token = {
    address: of.gem,
    symbol: symbolOf(of.symbol, of.gem),
    decimals: Number(of.decimals),
  }
  if (held.decimals > Number(VAT_DECIMALS))
    throw new Unreadable('A collateral has too many decimals')
  const debt = art * rate
  const unit = 10n ** (VAT_DECIMALS - BigInt(held.decimals))
  return [
    positionOf(entry, {
      market: Buffer.from(ilk.slice(2), 'hex').toString('utf8').replaceAll('\0', ''),
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

// For `npm run contracts -- --check` alone.
export const VAT = 'function vat() view returns (address)'

/** @public */
export const claims: ClaimsOf<MakerEntry> = ({ manager, spotter, pot, vat, staking }) => [
  wordClaim('vat of the manager', call(manager, VAT, []), vat),
  wordClaim('vat of the spotter', call(spotter, VAT, []), vat),
  wordClaim('vat of the savings', call(pot, VAT, []), vat),
  ...(staking ? [wordClaim('vat of the engine', call(staking.engine, VAT, []), vat)] : []),
]
