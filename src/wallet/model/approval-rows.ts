import { encodeCall } from '../../chains/evm/viem.ts'
import type { ProtocolFactsFile } from '../../contract/protocol-facts.ts'
import type { WalletApproval, WalletApprovals } from '../../contract/wallet-approvals.ts'
import { MAX_APPROVALS } from '../../contract/wallet-limits.ts'
import type { WalletCoverage } from '../../contract/wallet-scan.ts'
import { PERMIT2 } from '../../domain/approval-sum.ts'
import { compareText } from '../../domain/text-order.ts'
import { type Cents, compare, decimalAmount, toUsd, valueInCents } from './amounts.ts'
import type { ApprovalsOn, FoundApproval } from './approval.ts'
import { approvalText, type Worth } from './approval-text.ts'
import { MAX_LEG_CENTS, readable, timeOf, type ValuedPosition } from './position.ts'
import { type Price, type PricedToken, priceKey } from './price.ts'
import type { ProtocolScores } from './protocol-scores.ts'
import { publishedName } from './protocols.ts'

export interface ApprovalsInput {
  chains: readonly ApprovalsOn[]
  prices: ReadonlyMap<string, Price>
  scores: ProtocolScores
  positions: readonly ValuedPosition[]
  /** What was read of the positions. */
  coverage: readonly WalletCoverage[]
  /** By slug; what could not be read is not in it. */
  facts: ProtocolFactsFile
}

/** What unlimited approvals can take now. */
export interface UnlimitedApprovals {
  count: number
  /** At least, where the value of some is not known. */
  cents: Cents
  /** Of how many the value is not known, or only in part. */
  unvalued: number
  /** Whether one of those is of an address through which money was taken. */
  isGrave: boolean
  /** The worst of them, as a sentence. */
  text: string
  /** Tokens that can be taken, as `chain token`. */
  tokens: ReadonlySet<string>
}

/** More than is ever held: some tokens keep allowances in 96 bits, and what was spent is taken off. */
const UNLIMITED = 2n ** 95n
const UNLIMITED_PERMIT = 2n ** 159n

const APPROVE = 'function approve(address spender, uint256 value) returns (bool)'
const OPERATOR = 'function setApprovalForAll(address operator, bool approved)'
const PERMIT_APPROVE =
  'function approve(address token, address spender, uint160 amount, uint48 expiration)'

interface Valued extends Worth {
  row: WalletApproval
  isOfPermit2: boolean
}

/** The tokens whose price a list of approvals needs. */
export function approvedTokens(chains: readonly ApprovalsOn[]): PricedToken[] {
  return chains.flatMap(({ chain, found }) =>
    found.flatMap(({ about, balance, allowance }) =>
      about && balance && allowance
        ? [{ chain, token: about.address, decimals: about.decimals }]
        : [],
    ),
  )
}

/** Who may take what, as it is published. Pure; the order of what was found does not matter. */
export function createApprovals(input: ApprovalsInput): {
  approvals: WalletApprovals
  unlimited: UnlimitedApprovals
} {
  const all = input.chains
    .flatMap(({ chain, found }) => found.map((each) => createRow({ chain, each, found }, input)))
    .sort(worstFirst)
  const counted = all.filter(({ isOfPermit2 }) => !isOfPermit2)
  const unlimited = all.filter(({ row }) => row.isUnlimited)
  const taking = unlimited.filter(
    ({ isOfPermit2, cents, isKnown }) => !isOfPermit2 && (cents > 0n || !isKnown),
  )
  const unvalued = counted.filter(isUnvalued).length
  const sum = atRisk(counted)
  return {
    approvals: {
      rows: all.slice(0, MAX_APPROVALS).map(({ row }) => row),
      more: Math.max(0, all.length - MAX_APPROVALS),
      unlimited: unlimited.length,
      valueAtRiskUsd: sum === 0n && unvalued > 0 ? null : toUsd(sum),
      unvalued,
      looked: input.chains
        .map(({ chain, status, tokens, spenders, search }) => ({
          chain,
          status,
          tokens,
          spenders,
          search,
        }))
        .sort((a, b) => compareText(a.chain, b.chain)),
    },
    unlimited: {
      count: taking.length,
      cents: atRisk(taking),
      unvalued: taking.filter(isUnvalued).length,
      isGrave: taking.some((each) => isUnvalued(each) && each.row.loss !== null),
      text: taking[0]?.row.text ?? '',
      tokens: new Set(taking.map(({ row }) => tokenKey(row))),
    },
  }
}

export function tokenKey({ chain, token }: { chain: string; token: string }): string {
  return `${chain} ${token}`
}

/** Each token once, with the most that one of them takes: it can be lost only once. */
function atRisk(rows: readonly Valued[]): Cents {
  const most = new Map<string, Cents>()
  for (const { row, cents } of rows) {
    const known = most.get(tokenKey(row)) ?? 0n
    if (cents > known) most.set(tokenKey(row), cents)
  }
  return [...most.values()].reduce((sum, each) => sum + each, 0n)
}

function isUnvalued({ isKnown }: Worth): boolean {
  return !isKnown
}

function createRow(
  { chain, each, found }: { chain: string; each: FoundApproval; found: readonly FoundApproval[] },
  input: ApprovalsInput,
): Valued {
  const { prices, scores, facts } = input
  const { kind, token, about, spender, known, expiresAt } = each
  const published = known?.protocol ? scores.get(known.protocol) : undefined
  const slug = published?.slug ?? null
  const protocol = known?.protocol ? (published?.name ?? publishedName(known.protocol)) : null
  const fact = slug === null ? undefined : facts[slug]
  const through = throughPermit2(each, found)
  const isUnlimited =
    kind === 'permit2'
      ? (each.allowance ?? 0n) >= UNLIMITED_PERMIT && (through ?? 0n) >= UNLIMITED
      : each.allowance === null || each.allowance >= UNLIMITED
  const allowance = least(each.allowance, through)
  const worth =
    kind === 'nft' ? positionsIn(chain, each, input) : worthOf(chain, each, allowance, prices)
  const isOfPermit2 = kind === 'erc20' && spender === PERMIT2
  const row: Omit<WalletApproval, 'text'> = {
    ...{ chain, kind, token },
    symbol: about && readable(about.symbol),
    spender,
    spenderName: known?.name || null,
    protocol,
    protocolSlug: slug,
    risk: published?.risk
      ? { score: published.risk.score, riskLevel: published.risk.riskLevel }
      : null,
    allowance:
      isUnlimited || allowance === null || !about ? null : decimalAmount(allowance, about.decimals),
    isUnlimited,
    expiresAt: expiresAt === null ? null : timeOf(expiresAt),
    valueAtRiskUsd: worth.isKnown ? toUsd(worth.cents) : null,
    loss: known?.loss ?? null,
    protocolLosses: fact?.losses ?? null,
    codeControl: fact?.codeControl[tokenKey({ chain, token: spender })] ?? null,
    revoke: revocationOf(each),
  }
  const collection =
    each.protocol && (scores.get(each.protocol)?.name ?? publishedName(each.protocol))
  const isBound = through !== null && !isUnlimited && allowance === through
  const text = approvalText(row, { collection, isOfPermit2, isBound, worth })
  return { row: { ...row, text }, ...worth, isOfPermit2 }
}

/** The smaller limit; null is none. */
function least(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? (a ?? b) : a < b ? a : b
}

/** What Permit2 may take of the token, which bounds what it passes on; null for another kind. */
function throughPermit2(
  { kind, token }: FoundApproval,
  found: readonly FoundApproval[],
): bigint | null {
  if (kind !== 'permit2') return null
  const through = found.find(
    (each) => each.kind === 'erc20' && each.token === token && each.spender === PERMIT2,
  )
  return through?.allowance ?? 0n
}

function worthOf(
  chain: string,
  { about, balance }: FoundApproval,
  allowance: bigint | null,
  prices: ReadonlyMap<string, Price>,
): Worth {
  const amount = least(allowance, balance)
  if (amount === 0n) return { cents: 0n, isKnown: true, isNone: true }
  const price =
    about && prices.get(priceKey({ chain, token: about.address, decimals: about.decimals }))
  const value =
    about && price?.known && amount !== null
      ? valueInCents(amount, about.decimals, price.value)
      : null
  const isKnown = value !== null && value <= MAX_LEG_CENTS
  return { cents: isKnown ? value : 0n, isKnown, isNone: false }
}

/** What the NFTs of a collection hold that are in the wallet itself. Not known where one was not read, or a part has no price. */
function positionsIn(
  chain: string,
  { token, protocol }: FoundApproval,
  { positions, scores, coverage }: ApprovalsInput,
): Worth {
  const own = positions.filter(
    ({ position, collection }) =>
      position.chain === chain && collection === token && position.account === undefined,
  )
  const slug = protocol === null ? null : (scores.get(protocol)?.slug ?? protocol)
  const read = coverage.find((row) => row.chain === chain)?.protocols.find(({ id }) => id === slug)
  const isRead = read?.status === 'ok' || read?.reason === 'price'
  return {
    cents: own.reduce((sum, { supplied, rewards }) => sum + supplied + rewards, 0n),
    isKnown: isRead && own.every(({ position }) => position.netUsd !== null),
    isNone: isRead && own.length === 0,
  }
}

function revocationOf({ kind, token, spender }: FoundApproval): WalletApproval['revoke'] {
  if (kind === 'nft')
    return {
      to: token,
      data: encodeCall(OPERATOR, [spender, false]),
      call: `setApprovalForAll(${spender}, false)`,
    }
  if (kind === 'permit2')
    return {
      to: PERMIT2,
      data: encodeCall(PERMIT_APPROVE, [token, spender, 0n, 0]),
      call: `approve(${token}, ${spender}, 0, 0)`,
    }
  return {
    to: token,
    data: encodeCall(APPROVE, [spender, 0n]),
    call: `approve(${spender}, 0)`,
  }
}

/** Unlimited ones to a spender with a loss first, then by what they can take; what is not known comes before what is little. */
function worstFirst(a: Valued, b: Valued): number {
  return (
    Number(isGrave(b)) - Number(isGrave(a)) ||
    compare(sizeOf(b), sizeOf(a)) ||
    compareText(JSON.stringify(a.row), JSON.stringify(b.row))
  )
}

function isGrave({ row, isOfPermit2 }: Valued): boolean {
  const hadLoss = row.loss !== null || (row.protocolLosses?.count ?? 0) > 0
  return row.isUnlimited && hadLoss && !isOfPermit2
}

/** An unknown value is more than a cent, so that it is above what takes nothing. */
function sizeOf({ cents, isKnown }: Valued): Cents {
  return isKnown || cents > 0n ? cents : 1n
}
