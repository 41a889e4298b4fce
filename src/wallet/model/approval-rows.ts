import { encodeCall } from '../../chains/evm/viem.ts'
import type { ProtocolFactsFile } from '../../contract/protocol-facts.ts'
import type { WalletApproval, WalletApprovals } from '../../contract/wallet-approvals.ts'
import { MAX_APPROVALS } from '../../contract/wallet-limits.ts'
import { usd } from '../../domain/format.ts'
import { compareText } from '../../domain/text-order.ts'
import { type Cents, compare, decimalAmount, toUsd, valueInCents } from './amounts.ts'
import { type ApprovalsOn, type FoundApproval, PERMIT2 } from './approval.ts'
import { minute } from './figure-text.ts'
import { MAX_LEG_CENTS, readable, timeOf, type ValuedPosition } from './position.ts'
import { type Price, type PricedToken, priceKey } from './price.ts'
import type { ProtocolScores } from './protocol-scores.ts'
import { publishedName } from './protocols.ts'

export interface ApprovalsInput {
  chains: readonly ApprovalsOn[]
  prices: ReadonlyMap<string, Price>
  scores: ProtocolScores
  positions: readonly ValuedPosition[]
  /** By slug; what could not be read is not in it. */
  facts: ProtocolFactsFile
}

/** What unlimited approvals can take now. */
export interface UnlimitedApprovals {
  count: number
  cents: Cents
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

interface Valued {
  row: WalletApproval
  cents: Cents | null
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
  const taking = unlimited.filter(({ isOfPermit2, cents }) => !isOfPermit2 && cents !== 0n)
  return {
    approvals: {
      rows: all.slice(0, MAX_APPROVALS).map(({ row }) => row),
      more: Math.max(0, all.length - MAX_APPROVALS),
      unlimited: unlimited.length,
      valueAtRiskUsd: toUsd(atRisk(counted)),
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
    if (cents !== null && cents > known) most.set(tokenKey(row), cents)
  }
  return [...most.values()].reduce((sum, each) => sum + each, 0n)
}

function createRow(
  { chain, each, found }: { chain: string; each: FoundApproval; found: readonly FoundApproval[] },
  { prices, scores, positions, facts }: ApprovalsInput,
): Valued {
  const { kind, token, about, spender, known, allowance, expiresAt } = each
  const published = known?.protocol ? scores.get(known.protocol) : undefined
  const slug = published?.slug ?? null
  const protocol = known?.protocol ? (published?.name ?? publishedName(known.protocol)) : null
  const fact = slug === null ? undefined : facts[slug]
  const isUnlimited =
    allowance === null || allowance >= (kind === 'permit2' ? UNLIMITED_PERMIT : UNLIMITED)
  const cents =
    kind === 'nft'
      ? positionsIn(chain, each, positions, scores)
      : worthOf(chain, each, throughPermit2(each, found), prices)
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
    valueAtRiskUsd: cents === null ? null : toUsd(cents),
    loss: known?.loss ?? null,
    protocolLosses: fact?.losses ?? null,
    codeControl: fact?.codeControl[tokenKey({ chain, token: spender })] ?? null,
    revoke: revocationOf(each),
  }
  const collection =
    each.protocol && (scores.get(each.protocol)?.name ?? publishedName(each.protocol))
  return { row: { ...row, text: textOf(row, { collection, isOfPermit2 }) }, cents, isOfPermit2 }
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
  { about, allowance, balance }: FoundApproval,
  bound: bigint | null,
  prices: ReadonlyMap<string, Price>,
): Cents | null {
  const amount = [allowance, balance, bound].reduce<bigint>(
    (least, each) => (each !== null && each < least ? each : least),
    2n ** 256n,
  )
  if (amount === 0n) return 0n
  if (!about) return null
  const price = prices.get(priceKey({ chain, token: about.address, decimals: about.decimals }))
  const value = price?.known ? valueInCents(amount, about.decimals, price.value) : null
  return value !== null && value > MAX_LEG_CENTS ? null : value
}

/** What the NFTs of a collection hold; null when a part has no price. */
function positionsIn(
  chain: string,
  { protocol }: FoundApproval,
  positions: readonly ValuedPosition[],
  scores: ProtocolScores,
): Cents | null {
  const slug = protocol === null ? null : (scores.get(protocol)?.slug ?? protocol)
  const own = positions.filter(
    ({ position }) =>
      position.chain === chain &&
      position.protocolSlug === slug &&
      position.ref !== null &&
      position.account === undefined,
  )
  if (own.some(({ position }) => position.netUsd === null)) return null
  return own.reduce((sum, { supplied, rewards }) => sum + supplied + rewards, 0n)
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

function textOf(
  row: Omit<WalletApproval, 'text'>,
  { collection, isOfPermit2 }: { collection: string | null; isOfPermit2: boolean },
): string {
  const { spenderName, spender, symbol, allowance, valueAtRiskUsd, expiresAt, loss } = row
  const who = spenderName ?? `An unknown address, ${spender},`
  const what =
    row.kind === 'nft'
      ? `every NFT of ${collection ?? 'a collection'}`
      : row.isUnlimited
        ? `any amount of ${symbol}`
        : `up to ${allowance} ${symbol}`
  const how = row.kind === 'permit2' ? ' through Permit2' : ''
  const end = expiresAt === null ? '' : ` until ${minute(expiresAt)}`
  const now =
    valueAtRiskUsd === null
      ? 'what that is worth now is not known'
      : valueAtRiskUsd === 0
        ? 'there is none now'
        : `now ${usd(valueAtRiskUsd)}`
  const sentences = [
    `${who} may take ${what}${how}${end}: ${now}.`,
    ...(isOfPermit2
      ? [
          'Permit2 passes it on to whom it has an allowance for, and with each signature of the owner.',
        ]
      : []),
    ...(loss ? [lossText(loss)] : []),
    ...(row.protocolLosses && row.protocolLosses.count > 0 ? [lossesText(row)] : []),
    adviceOf(row, isOfPermit2),
  ]
  return sentences.join(' ')
}

function lossText({ name, day, usd: lost }: NonNullable<WalletApproval['loss']>): string {
  const what = lost === null ? 'Money' : usd(lost)
  return `${what} was taken from people through approvals of it: ${name}${day === null ? '' : `, ${day}`}.`
}

function lossesText({ protocol, protocolLosses }: Omit<WalletApproval, 'text'>): string {
  const { count = 0, usd: lost = null, lastDay = null } = protocolLosses ?? {}
  const times = count === 1 ? 'a recorded loss' : `${count} recorded losses`
  const parts = [
    lost === null ? '' : ` of ${usd(lost)}`,
    lastDay === null ? '' : `, last on ${lastDay}`,
  ]
  return `${protocol} had ${times}${parts.join('')}.`
}

function adviceOf(
  { loss, spenderName, isUnlimited }: Omit<WalletApproval, 'text'>,
  isOfPermit2: boolean,
): string {
  if (loss) return 'Revoke it now.'
  if (spenderName === null) return 'Revoke it unless it is known and still in use.'
  if (isOfPermit2) return 'Revoke it if no app that uses Permit2 is in use.'
  if (isUnlimited) return 'Revoke it when it is no longer in use, or approve only what is needed.'
  return 'Revoke it when it is no longer in use.'
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
function sizeOf({ cents }: Valued): Cents {
  return cents ?? 1n
}
