import { expect, test } from 'vitest'
import type { WalletApproval, WalletApprovals } from '../../contract/wallet-approvals.ts'
import { PERMIT2 } from '../../domain/approval-sum.ts'
import { approvalLines, approvalSentences } from './approvals.ts'

const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')
const row: WalletApproval = {
  ...{ chain: 'Ethereum', kind: 'erc20', token: '0x01', symbol: 'USDC' },
  ...{ spender: '0x02', spenderName: 'Old Router', protocol: null, protocolSlug: null, risk: null },
  ...{ allowance: null, isUnlimited: true, expiresAt: null, valueAtRiskUsd: 1_200 },
  loss: { name: 'Theft', day: null, usd: null, source: 'test' },
  ...{ protocolLosses: null, codeControl: 'Its code is fixed.', text: 'It may take it.' },
  revoke: { to: '0x01', data: '0x095ea7b3', call: 'approve(0x02, 0)' },
}
const looked = { chain: 'Ethereum', status: 'ok', tokens: 20, spenders: 30, search: 'none' }
const of = (change: Partial<WalletApprovals> = {}): WalletApprovals => ({
  ...{ rows: [row], more: 2, unlimited: 1, valueAtRiskUsd: 1_200, looked: [looked] },
  ...change,
})

test('the page says how many there are, what they can take, and where nothing was read', () => {
  expect(approvalSentences(of()).map(plain)).toEqual([
    '3 approvals, 1 of them unlimited. Together they can take $1,200 now.',
    'Only addresses that we know are looked for.',
  ])
  const base = { ...looked, chain: 'Base', status: 'failed', tokens: 0 }
  const searched = { ...looked, search: 'ok' }
  const none = of({ rows: [], more: 0, looked: [searched, base] })
  expect(approvalSentences(none).map(plain)).toEqual([
    'Could not be read, so there may be any: Base.',
    'In what was read, none was found among 20 tokens.',
    'Events were searched for addresses that we do not know on Ethereum; elsewhere only known addresses are looked for.',
  ])
})

test('the page says of none that was read that it was not, and never that there is none', () => {
  const failed = { ...looked, status: 'failed', tokens: 0 }
  const texts = approvalSentences(of({ rows: [], more: 0, looked: [failed] }))
  expect(texts.map(plain)).toEqual([
    'Could not be read, so there may be any: Ethereum.',
    'Only addresses that we know are looked for.',
  ])
})

test('the page says what the sum leaves out', () => {
  const first = (change: Partial<WalletApprovals>) => approvalSentences(of(change))[0]
  expect(first({ unvalued: 1 })).toBe(
    '3 approvals, 1 of them unlimited. Together they can take at least $1,200 now: of 1 it is not known, or only in part.',
  )
  expect(first({ more: 0, unvalued: 1, valueAtRiskUsd: null })).toBe(
    '1 approval, unlimited. What it can take now is not known.',
  )
  const permit2 = { ...row, spender: PERMIT2 }
  expect(first({ rows: [permit2], more: 0, valueAtRiskUsd: 0 })).toBe(
    '1 approval, unlimited. Permit2 itself takes nothing now: it needs an allowance there or a signature of the owner.',
  )
  expect(first({ rows: [permit2, row], more: 0, unlimited: 0 })).toBe(
    '2 approvals, none of them unlimited. Together they can take $1,200 now. Permit2 itself does not count.',
  )
})

test('each row names who, what it can take and the call that ends it; a value that is not known is none', () => {
  const nameless = { ...row, spenderName: null, valueAtRiskUsd: null, loss: null }
  expect(approvalLines(of({ rows: [row, nameless] }))).toEqual([
    {
      ...{ who: 'Old Router', chain: 'Ethereum', value: '$1,200', isWarning: true },
      text: 'It may take it. Its code is fixed.',
      revoke: 'approve(0x02, 0) at 0x01: 0x095ea7b3',
    },
    expect.objectContaining({ who: '0x02', value: '?', isWarning: false }),
  ])
})
