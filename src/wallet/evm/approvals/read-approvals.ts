import type { Address } from '../../../chains/address.ts'
import {
  type ApprovalRow,
  type ApprovalsQuestion,
  askApprovals,
  readApprovals,
} from '../../../chains/evm/lens/approvals.ts'
import { PERMIT2 } from '../../../domain/approval-sum.ts'
import {
  type ChainApprovals,
  type FoundApproval,
  PERMIT2_SPENDER,
  type Spender,
} from '../../model/approval.ts'
import type { CallSteps } from '../reader-run.ts'
import type { SeenApprovals } from './approval-index.ts'
import type { ApprovalPlan } from './approval-plan.ts'

const MAX_ROUNDS = 3
/** Spenders of single tokens in one question: each takes about 5,000 gas. */
const MAX_OWN = 1_500
/** A token that allows more of the common spenders something lies, and would push all others out of a list. */
const MAX_COMMON = 40

interface Job extends Pick<ApprovalsQuestion, 'always'> {
  /** About the spenders of all tokens. */
  isCommon: boolean
  tokens: { token: Address; own: readonly Spender[] }[]
  spenders: readonly Spender[]
  collections: readonly Address[]
  operators: readonly Spender[]
}

/** Reads the approvals of one owner on one chain, and keeps what was read although a later round fails. */
export interface ApprovalReading {
  /** Asks about the spenders of the plan. */
  read: (owner: Address) => CallSteps<void>
  /** Asks about further spenders, which an index named. */
  readSeen: (owner: Address, seen: SeenApprovals) => CallSteps<void>
  /** The balance of a token that it asked about; null where that was not read. */
  balanceOf: (token: Address) => bigint | null
  result: () => ChainApprovals
}

export function readingOf(plan: ApprovalPlan): ApprovalReading {
  const found = new Map<string, FoundApproval>()
  const balances = new Map<Address, bigint>()
  const answered = new Set<Address>()
  const unread = new Set<Address>()
  const tokenAt = new Map(plan.tokens.map((token) => [token.address, token]))
  const known = spendersByAddress(plan)
  let asked = 0
  let isRead = false
  let isWhole = true

  const note = (job: Job, row: ApprovalRow) => {
    const of = job.tokens[row.index]
    if (row.kind === 'operator' || row.kind === 'unread-collection') {
      const collection = plan.collections.find(
        ({ address }) => address === job.collections[row.index],
      )
      if (!collection) return
      if (row.kind === 'unread-collection') unread.add(collection.address)
      const operator = job.operators[row.spender]
      if (row.kind === 'operator' && operator)
        put({
          ...NFT,
          token: collection.address,
          protocol: collection.protocol,
          spender: operator.address,
        })
      return
    }
    const about = of && tokenAt.get(of.token)
    if (!of || !about) return
    if (row.kind === 'unread') unread.add(of.token)
    if (row.kind === 'balance') balances.set(of.token, row.word)
    const spender = [...job.spenders, ...of.own][row.spender]?.address
    if (spender === undefined) return
    const base = { token: of.token, about, protocol: null, spender }
    if (row.kind === 'allowance')
      put({ ...base, kind: 'erc20', allowance: row.word, expiresAt: null })
    if (row.kind === 'permit')
      put({
        ...base,
        kind: 'permit2',
        allowance: row.word & PERMIT_AMOUNT,
        expiresAt: Number(row.word >> 160n),
      })
  }
  const put = (each: Omit<FoundApproval, 'known' | 'balance'>) => {
    const row = { ...each, known: known.get(each.spender) ?? null, balance: null }
    found.set(`${each.kind} ${each.token} ${each.spender}`, row)
  }

  /** Jobs that go on until nothing is left to ask, or the rounds are used up. */
  function* work(
    owner: Address,
    first: Job[],
    next: (job: Job, rows: ApprovalRow[]) => Job[],
  ): CallSteps<void> {
    let jobs = first
    // Until all is read, a failure leaves it incomplete.
    const wasWhole = isWhole
    isWhole = false
    for (let round = 0; jobs.length > 0 && round < MAX_ROUNDS; round++) {
      const replies = yield jobs.map((job) => askApprovals(questionOf(job, owner)))
      const answers = jobs.map((job, at) => ({ job, ...readApprovals(replies[at]) }))
      jobs = answers.flatMap(({ job, asked: count, rows }) => {
        for (const row of rows) note(job, row)
        if (job.isCommon) {
          asked += count
          for (const { token } of job.tokens.slice(0, count)) answered.add(token)
        }
        isRead = true
        const left = {
          ...job,
          tokens: job.tokens.slice(count),
          always: Math.max(0, job.always - count),
        }
        return [
          ...(left.tokens.length > 0 ? [{ ...left, collections: [] }] : []),
          ...next(job, rows),
        ]
      })
    }
    isWhole = wasWhole && jobs.length === 0
  }

  return {
    read(owner) {
      const { always, spenders, operators } = plan
      const tokens = plan.tokens.map(({ address }) => ({ token: address, own: [] }))
      const collections = plan.collections.map(({ address }) => address)
      const all = { isCommon: true, tokens, always, spenders, collections, operators }
      // Vaults and pools take one token, and are asked only about one that is held.
      return work(owner, [all], (job, rows) => {
        if (!job.isCommon) return []
        const held = rows.flatMap(({ kind, index }) => {
          const token = kind === 'balance' ? job.tokens[index]?.token : undefined
          const own = token === undefined ? undefined : plan.own.get(token)
          return token === undefined || own === undefined ? [] : [{ token, own }]
        })
        return ownJobs(held)
      })
    },
    readSeen(owner, { spenders, operators }) {
      const strange = spenders.filter(
        ({ token, spender }) => tokenAt.has(token) && spender !== PERMIT2,
      )
      const tokens = [...Map.groupBy(strange, ({ token }) => token)].map(([token, rows]) => ({
        token,
        own: rows.map(({ spender }) => known.get(spender) ?? nameless(spender)),
      }))
      const ofNfts = [...Map.groupBy(operators, ({ collection }) => collection)].map(
        ([collection, rows]) => ({
          ...{ isCommon: false, tokens: [], always: 0, spenders: [], collections: [collection] },
          operators: rows.map(({ operator }) => known.get(operator) ?? nameless(operator)),
        }),
      )
      return work(owner, [...ownJobs(tokens), ...ofNfts], () => [])
    },
    balanceOf(token) {
      const isKnown = answered.has(token) && !unread.has(token)
      return balances.get(token) ?? (isKnown ? 0n : null)
    },
    result() {
      const common = new Set(plan.spenders.map(({ address }) => address))
      const named = [...found.values()].filter(({ spender }) => common.has(spender))
      const byToken = Map.groupBy(named, ({ token }) => token)
      const lying = new Set(
        [...byToken].flatMap(([token, own]) => (own.length > MAX_COMMON ? [token] : [])),
      )
      const rows = [...found.values()]
        .filter(({ token }) => !lying.has(token))
        .map((each) => ({
          ...each,
          balance: each.kind === 'nft' ? null : (balances.get(each.token) ?? 0n),
        }))
      const silent = [...unread, ...lying]
      const status = !isRead ? 'failed' : isWhole && silent.length === 0 ? 'ok' : 'partial'
      const unreadTokens = silent.filter((each) => tokenAt.has(each)).length
      return {
        status,
        tokens: isRead ? asked - unreadTokens : 0,
        spenders: isRead ? known.size : 0,
        found: rows,
      }
    },
  }
}

const PERMIT_AMOUNT = 2n ** 160n - 1n
const NFT = { kind: 'nft', about: null, allowance: null, expiresAt: null } as const

/** Questions about tokens and the spenders that are their own, and whether Permit2 may take them. */
function ownJobs(held: readonly { token: Address; own: readonly Spender[] }[]): Job[] {
  const jobs: Job[] = []
  let count = Number.POSITIVE_INFINITY
  for (const { token, own } of held) {
    for (let at = 0; at < own.length; at += MAX_OWN) {
      const part = own.slice(at, at + MAX_OWN)
      count += part.length
      const last = jobs.at(-1)
      if (last && count <= MAX_OWN) {
        last.tokens.push({ token, own: part })
        last.always++
      } else {
        jobs.push({
          isCommon: false,
          tokens: [{ token, own: part }],
          ...{ always: 1, spenders: [PERMIT2_SPENDER], collections: [], operators: [] },
        })
        count = part.length
      }
    }
  }
  return jobs
}

function questionOf(
  { tokens, spenders, collections, operators, always }: Job,
  owner: Address,
): ApprovalsQuestion {
  const addresses = (of: readonly Spender[]) => of.map(({ address }) => address)
  return {
    ...{ owner, permit2: PERMIT2, always, collections },
    tokens: tokens.map(({ token, own }) => ({ token, own: addresses(own) })),
    ...{ spenders: addresses(spenders), operators: addresses(operators) },
  }
}

function nameless(address: Address): Spender {
  return { address, name: '', protocol: null, loss: null }
}

function spendersByAddress({ spenders, operators, own }: ApprovalPlan): Map<Address, Spender> {
  const all = [...spenders, ...operators, ...[...own.values()].flat()]
  return new Map([...all].reverse().map((each) => [each.address, each]))
}
