import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { walletApprovals } from '../../contract/wallet-approvals.ts'
import { MAX_APPROVALS } from '../../contract/wallet-limits.ts'
import { PERMIT2 } from '../../domain/approval-sum.ts'
import { covered, findingOf, priceOf, scoreOf, tokenAt } from '../../testing/wallet/portfolios.ts'
import type { ApprovalsOn, FoundApproval, Spender } from './approval.ts'
import { type ApprovalsInput, approvedTokens, createApprovals } from './approval-rows.ts'
import { exposureOf } from './exposure.ts'
import { approvalWarning, warningsOf } from './own-risk.ts'
import { createPortfolio } from './portfolio.ts'
import { createPosition, type ValuedPosition } from './position.ts'
import { priceKey } from './price.ts'

const MAX = 2n ** 256n - 1n
const addressAt = (n: number) => tokenAt(n) as `0x${string}`
const usdc = { address: addressAt(1), symbol: 'USDC', decimals: 0 }
const loss = { name: 'Theft', day: '2023-04-09', usd: 5, source: 'test' }
const who = (n: number, change: Partial<Spender> = {}): Spender => ({
  ...{ address: addressAt(n), name: `Router ${n}`, protocol: null, loss: null },
  ...change,
})

function approvalOf(change: Partial<FoundApproval> = {}): FoundApproval {
  const known = change.known === undefined ? who(9) : change.known
  return {
    ...{ kind: 'erc20', token: usdc.address, about: usdc, protocol: null },
    ...{ spender: known?.address ?? addressAt(9), known },
    ...{ allowance: MAX, balance: 1_000n, expiresAt: null },
    ...change,
  }
}

const on = (found: FoundApproval[], change: Partial<ApprovalsOn> = {}): ApprovalsOn => ({
  ...{ chain: 'Ethereum', status: 'ok', search: 'none', tokens: 3, spenders: 4, found },
  ...change,
})

function created(found: FoundApproval[], change: Partial<ApprovalsInput> = {}) {
  const priced = { chain: 'Ethereum', token: usdc.address, decimals: 0 }
  const input = {
    ...{ chains: [on(found)], prices: new Map([[priceKey(priced), priceOf(1)]]) },
    ...{ scores: new Map([scoreOf('auk-lend', 3)]), positions: [], facts: {} },
    coverage: covered(['Ethereum', 'auk-lend']),
    ...change,
  }
  const { approvals, unlimited } = createApprovals(input)
  return { approvals: walletApprovals.parse(approvals), unlimited }
}

describe('what an approval can take', () => {
  test('is the smaller of allowance and balance, through Permit2 also of what Permit2 may take', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 9n })
    fc.assert(
      fc.property(
        amount,
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        amount,
        (allowance, balance, bound) => {
          const through = { known: who(8), allowance: bound, balance }
          const permit2 = approvalOf({ ...through, known: null, spender: PERMIT2 })
          const permit = approvalOf({ ...through, kind: 'permit2', allowance })
          const rows = created([permit2, permit, approvalOf({ allowance, balance })]).approvals.rows
          const usdOf = (kind: string, spender: string) =>
            rows.find((row) => row.kind === kind && row.spender === spender)?.valueAtRiskUsd
          const least = (...of: bigint[]) => Number(of.reduce((a, b) => (a < b ? a : b)))
          expect(usdOf('erc20', addressAt(9))).toBe(least(allowance, balance))
          expect(usdOf('permit2', addressAt(8))).toBe(least(allowance, balance, bound))
        },
      ),
    )
  })

  test('is unknown without a price, and zero, which is known, when there is nothing to take', () => {
    const usdOf = (found: FoundApproval) =>
      created([found], { prices: new Map() }).approvals.rows[0]?.valueAtRiskUsd
    expect(usdOf(approvalOf())).toBeNull()
    expect(usdOf(approvalOf({ balance: 0n }))).toBe(0)
  })

  test('counts a token once in the sum, and an approval of Permit2 itself not at all', () => {
    const found = [
      approvalOf({ known: who(2) }),
      approvalOf({ known: who(3), allowance: 400n }),
      approvalOf({ known: who(4, { address: PERMIT2, name: 'Permit2' }), balance: 1_000n }),
    ]
    expect(created(found).approvals.valueAtRiskUsd).toBe(1_000)
    expect(created(found.slice(1)).approvals.valueAtRiskUsd).toBe(400)
  })

  test('through Permit2 is limited by what Permit2 itself may take', () => {
    const permit = approvalOf({ kind: 'permit2', allowance: 2n ** 160n - 1n, known: who(8) })
    const rowsOf = (bound: bigint) =>
      created([approvalOf({ known: null, spender: PERMIT2, allowance: bound }), permit])
        .approvals.rows.filter(({ kind }) => kind === 'permit2')
        .map(({ isUnlimited, allowance, text }) => [isUnlimited, allowance, text])
    expect(rowsOf(100n)).toEqual([
      [
        ...[false, '100'],
        'Router 8 may take up to 100 USDC through Permit2 (which itself may take no more): now $100. Revoke it when it is no longer in use.',
      ],
    ])
    expect(rowsOf(MAX)[0]?.slice(0, 2)).toEqual([true, null])
  })

  test('is something when it is worth less than a cent', () => {
    const tiny = { ...usdc, decimals: 6 }
    const prices = new Map([
      [priceKey({ chain: 'Ethereum', token: usdc.address, decimals: 6 }), priceOf(1)],
    ])
    const textOf = (balance: bigint) =>
      created([approvalOf({ about: tiny, allowance: 1n, balance })], { prices }).approvals.rows[0]
        ?.text
    expect(textOf(1n)).toContain('now less than $0.01')
    expect(textOf(0n)).toContain('there is none now')
  })
})

describe('what an operator of NFTs can take', () => {
  const [ONE, TWO] = [addressAt(31), addressAt(32)]
  const nft = (token: `0x${string}`) =>
    approvalOf({
      ...{ kind: 'nft', token, about: null, protocol: 'auk-lend', allowance: null, balance: null },
    })
  const nftAt = (collection: string | undefined, change: object = {}) =>
    createPosition(
      {
        chain: 'Ethereum',
        finding: findingOf({
          product: 'lp',
          ref: '7',
          ...(collection && { collection }),
          ...change,
        }),
      },
      new Map([[priceKey({ chain: 'Ethereum', token: tokenAt(1), decimals: 0 }), priceOf(250)]]),
      new Map([scoreOf('auk-lend', 3)]),
    )
  const counted = nftAt(ONE, {
    ref: null,
    legs: [...[{ role: 'lp', token: ONE, symbol: 'NFT', decimals: 0, amount: 3n, isUnread: true }]],
  })
  const worthOf = (positions: ValuedPosition[], change: Partial<ApprovalsInput> = {}) => {
    const { approvals } = created([nft(ONE)], { positions, ...change })
    return [approvals.rows[0]?.valueAtRiskUsd, approvals.valueAtRiskUsd, approvals.unvalued]
  }

  test('is what the NFTs of that collection hold, and none of a farm or of another collection', () => {
    const all = [nftAt(ONE), nftAt(TWO), nftAt(undefined), nftAt(ONE, { account: addressAt(5) })]
    expect(worthOf(all)).toEqual([250, 250, 0])
    expect(created([nft(ONE)], { positions: all }).approvals.rows[0]).toMatchObject({
      ...{ symbol: null, isUnlimited: true },
      revoke: { to: ONE, call: `setApprovalForAll(${addressAt(9)}, false)` },
    })
  })

  test('counts once in the sum, however many collections its protocol has', () => {
    const four = [ONE, TWO, addressAt(33), addressAt(34)].map(nft)
    expect(created(four, { positions: [nftAt(ONE)] }).approvals.valueAtRiskUsd).toBe(250)
  })

  test('is zero only where all were read: not where the protocol or the chain was not, or some were only counted', () => {
    const [row] = covered(['Ethereum', 'auk-lend'])
    const failed = (reason: 'contract' | 'price') => ({
      coverage: row
        ? [{ ...row, protocols: [{ id: 'auk-lend', status: 'failed' as const, reason }] }]
        : [],
    })
    expect(worthOf([])).toEqual([0, 0, 0])
    expect(worthOf([], failed('price'))).toEqual([0, 0, 0])
    expect(worthOf([], failed('contract'))).toEqual([null, null, 1])
    expect(worthOf([], { coverage: [] })).toEqual([null, null, 1])
    expect(worthOf([counted])).toEqual([null, null, 1])
  })

  test('is at least what was read, and says so', () => {
    expect(worthOf([counted, nftAt(ONE)])).toEqual([null, 250, 1])
    expect(
      created([nft(ONE)], { positions: [counted, nftAt(ONE)] }).approvals.rows[0]?.text,
    ).toContain(
      'now at least $250; the rest is not known, because not all NFTs were read or have a price',
    )
  })
})

describe('the list of approvals', () => {
  test('begins with unlimited ones to who had a loss, then goes by value; the order of what was found changes nothing', () => {
    const found = [
      approvalOf({ known: who(2), balance: 9_000n }),
      approvalOf({ known: who(3, { loss }), balance: 1n }),
      approvalOf({ known: who(4, { loss }), allowance: 5n }),
      approvalOf({ known: who(5, { protocol: 'auk-lend' }), balance: 0n }),
    ]
    const facts = {
      'auk-lend': {
        losses: { count: 2, usd: 70, lastDay: '2022-01-01' },
        codeControl: { [`Ethereum ${addressAt(5)}`]: 'A Safe (2 of 3) can change the code.' },
      },
    }
    const { approvals } = created(found, { facts })
    expect(approvals.rows.map(({ spenderName }) => spenderName)).toEqual([
      ...['Router 3', 'Router 5', 'Router 2', 'Router 4'],
    ])
    expect(created([...found].reverse(), { facts }).approvals).toEqual(approvals)
    expect(approvals.rows[1]).toMatchObject({
      ...{ protocolSlug: 'auk-lend', risk: { score: 3 }, protocolLosses: { count: 2, usd: 70 } },
      codeControl: 'A Safe (2 of 3) can change the code.',
    })
    expect(approvals.rows[1]?.text).toContain('2 recorded losses of $70, last on 2022-01-01')
  })

  test('has a limit, and counts what is over it', () => {
    const found = Array.from({ length: MAX_APPROVALS + 7 }, (_, n) =>
      approvalOf({ known: who(20 + n) }),
    )
    const { approvals } = created(found)
    expect([approvals.rows.length, approvals.more, approvals.unlimited]).toEqual([50, 7, 57])
  })

  test('says of a chain that was not read that it was not', () => {
    const chains = [on([], { status: 'failed', tokens: 0 }), on([], { chain: 'Base' })]
    expect(created([], { chains }).approvals).toMatchObject({
      rows: [],
      looked: [
        { chain: 'Base', status: 'ok' },
        { chain: 'Ethereum', status: 'failed' },
      ],
    })
  })

  test('asks for prices of what is held alone', () => {
    const tokens = approvedTokens([on([approvalOf(), approvalOf({ balance: 0n, known: who(3) })])])
    expect(tokens).toEqual([{ chain: 'Ethereum', token: usdc.address, decimals: 0 }])
  })
})

describe('the warning of unlimited approvals', () => {
  const position = createPosition(
    { chain: 'Ethereum', finding: findingOf({ receiptToken: usdc.address }) },
    new Map([[priceKey({ chain: 'Ethereum', token: tokenAt(1), decimals: 0 }), priceOf(10_000)]]),
    new Map([scoreOf('auk-lend', 3)]),
  )
  const warningOf = (found: FoundApproval[]) =>
    warningsOf(exposureOf([position]), created(found).unlimited).find(
      ({ flag }) => flag === 'unlimited-approval',
    )

  test('has its figure, what can be taken, the position of the token and the worst of them', () => {
    const found = [approvalOf(), approvalOf({ known: who(3, { loss }) })]
    expect(warningOf(found)).toMatchObject({
      ...{ figure: 2, usd: 1_000, share: 0.1, positions: [position.position.id] },
    })
    expect(warningOf(found)?.text).toMatch(
      /^2 unlimited approvals can take \$1\.00k\. Router 3 may take any amount of USDC: now/,
    )
  })

  test('is not raised by dust, by Permit2 itself, by limits, or by what is worth nothing', () => {
    expect(warningOf([approvalOf({ balance: 99n })])).toBeUndefined()
    expect(warningOf([approvalOf({ balance: 100n })])).toBeDefined()
    const permit2 = who(4, { address: PERMIT2 })
    expect(warningOf([approvalOf({ known: permit2 })])).toBeUndefined()
    expect(warningOf([approvalOf({ allowance: 1_000n })])).toBeUndefined()
    expect(warningOf([approvalOf({ balance: 0n })])).toBeUndefined()
  })

  test('is given to a wallet without positions too, and for what has no price where money was taken', () => {
    const none = exposureOf([])
    const warningFor = (found: FoundApproval[], prices?: ApprovalsInput['prices']) =>
      approvalWarning(none, created(found, prices && { prices }).unlimited)
    const drained = approvalOf({ known: who(3, { loss }) })
    expect(warningFor([drained])).toMatch(/^1 unlimited approval can take \$1\.00k\. Router 3 may/)
    expect(warningFor([drained], new Map())).toMatch(
      /^1 unlimited approval can take something of unknown value\. Router 3 may/,
    )
    expect(warningFor([approvalOf()], new Map())).toBeNull()
    const { approvals, riskSummary } = createPortfolio({
      ...{ findings: [], coverage: covered(['Ethereum', 'auk-lend']), scores: new Map() },
      prices: new Map([
        [priceKey({ chain: 'Ethereum', token: usdc.address, decimals: 0 }), priceOf(1)],
      ]),
      ...{ sanctions: { status: 'clear', sources: [] } },
      approvals: { chains: [on([drained])], facts: {} },
    })
    expect(riskSummary).toEqual({})
    expect(approvals?.warning).toContain('Router 3 may take any amount of USDC')
  })
})
