import type { SandboxHoldings } from '../contract/sandbox-wallet.ts'
import type { WalletCoverage } from '../contract/wallet-scan.ts'
import { smallestUnits } from '../wallet/model/amounts.ts'
import {
  type ApprovalsOn,
  type FoundApproval,
  PERMIT2_SPENDER,
  type Spender,
} from '../wallet/model/approval.ts'
import { token as evmToken } from '../wallet/model/entry-base.ts'
import type { ChainHolding } from '../wallet/model/holdings.ts'
import type { ProtocolScores } from '../wallet/model/protocol-scores.ts'
import { refusal, requireProtocol, tokenOf } from './sandbox-lookup.ts'

type Given = SandboxHoldings['approvals']['given'][number]

/** What one kind of wallet holds beside its positions. */
export interface Beside {
  holdings: ChainHolding[]
  /** Left out where none are looked at. */
  approvals?: ApprovalsOn[] | undefined
}

/** The coins and tokens of every chain. Each chain must have a position: only those with one are read. */
export function holdingsOf(holdings: SandboxHoldings): ChainHolding[] {
  const read = new Set(holdings.findings.map(({ chain }) => chain))
  const strange = holdings.holdings.find(({ chain }) => !read.has(chain))
  if (strange) throw refusal(`The sandbox wallet has no position on ${strange.chain}.`)
  return holdings.holdings.map((each) => createHolding(each, holdings))
}

function createHolding(
  { chain, token: wrapped, coin, amount }: SandboxHoldings['holdings'][number],
  holdings: SandboxHoldings,
): ChainHolding {
  const { address, decimals } = tokenOf(wrapped, holdings)
  return {
    chain,
    held: {
      token: coin === undefined ? address : null,
      symbol: coin ?? wrapped,
      decimals,
      amount: smallestUnits(amount, decimals),
      pricedAs: address,
    },
  }
}

/** Every EVM token of the sandbox is looked at for every spender. */
export function approvalsOf(holdings: SandboxHoldings, scores: ProtocolScores): ApprovalsOn[] {
  const { chains, spenders, given } = holdings.approvals
  const tokens = Object.values(holdings.tokens).filter(({ address }) => address.startsWith('0x'))
  const strange = given.find(({ chain }) => !chains.includes(chain))
  if (strange) throw refusal(`The sandbox looks at no approvals on ${strange.chain}.`)
  return chains.map((chain) => ({
    chain,
    status: 'ok',
    search: 'none',
    tokens: tokens.length,
    spenders: Object.keys(spenders).length + 1,
    found: given
      .filter((each) => each.chain === chain)
      .map((each) => createApproval(each, holdings, scores)),
  }))
}

function createApproval(
  { kind, chain, token: symbol, spender, allowance, expiresAt }: Given,
  holdings: SandboxHoldings,
  scores: ProtocolScores,
): FoundApproval {
  const { address, decimals } = tokenOf(symbol, holdings)
  const { data: about } = evmToken.safeParse({ address, symbol, decimals })
  if (!about) throw refusal(`${symbol} of the sandbox is no token of an EVM chain.`)
  const known = spenderOf(spender, holdings)
  if (known.protocol !== null) requireProtocol(known.protocol, scores)
  const held = holdings.holdings.filter(
    (each) => each.chain === chain && each.token === symbol && each.coin === undefined,
  )
  return {
    kind,
    token: about.address,
    about,
    protocol: null,
    spender: known.address,
    known,
    allowance: allowance === null ? ANY_AMOUNT : smallestUnits(allowance, decimals),
    balance: held.reduce((sum, { amount }) => sum + smallestUnits(amount, decimals), 0n),
    expiresAt: expiresAt === null ? null : Date.parse(expiresAt) / 1000,
  }
}

/** What a contract keeps of an allowance without a limit. */
const ANY_AMOUNT = 2n ** 256n - 1n

function spenderOf(name: string, { approvals }: SandboxHoldings): Spender {
  if (name === PERMIT2_SPENDER.name) return PERMIT2_SPENDER
  const spender = approvals.spenders[name]
  if (spender) return { name, ...spender, loss: null }
  throw refusal(
    `The sandbox wallet has an approval for ${name}, which is no spender of the sandbox.`,
  )
}

/** Without what is on chains of which nothing was read. */
export function readOf(
  { holdings, approvals }: Beside,
  coverage: readonly WalletCoverage[],
): Beside {
  const read = new Set(coverage.flatMap(({ chain, status }) => (status === 'ok' ? [chain] : [])))
  return {
    holdings: holdings.filter(({ chain }) => read.has(chain)),
    approvals: approvals?.map((on) =>
      read.has(on.chain) ? on : { ...on, status: 'failed', tokens: 0, spenders: 0, found: [] },
    ),
  }
}
