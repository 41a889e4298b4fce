import { beforeAll, expect, test } from 'vitest'
import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { sandboxScans, UNKNOWN } from './fixtures/scans.ts'
import { standingIn, standingRows, standingSentences } from './standing.ts'

let scan: WalletScanResult
beforeAll(async () => {
  scan = await (await sandboxScans())('guillemot.eth')
})

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')

test('the sentences name whom the wallet needs beside its own protocols, and what is not known', () => {
  const standing = standingIn(scan)
  const sentences = standing ? standingSentences(scan, standing).map(plain) : []
  expect(sentences).toEqual([
    '30\u00a0% of this wallet needs Circle.',
    '26\u00a0% of this wallet needs Lido.',
    '7\u00a0% of this wallet needs Coinbase.',
    'In the end it is USDC 19\u00a0%, ETH 17\u00a0% and BTC 5\u00a0%.',
    'What 59\u00a0% of it ends in is not known: that may need any issuer.',
  ])
})

test('what it owes more of than it has is named', () => {
  const standing = standingIn(scan)
  const exposure = [{ asset: 'USDC', share: -0.4, usd: -400 }]
  const sentences = standing ? standingSentences(scan, { ...standing, exposure }).map(plain) : []
  expect(sentences).toContain('It owes more than it has of USDC 40\u00a0%.')
})

test('the table says through which protocols', () => {
  const standing = standingIn(scan)
  const rows = standing ? standingRows(scan, standing) : []
  expect(rows.slice(0, 2).map((row) => [row.name, row.share, plain(row.via)])).toEqual([
    ['Guillemot Lend V2', '47\u00a0%', 'Guillemot Lend V2'],
    ['Circle', '30\u00a0%', 'Guillemot Lend V2 and Kittiwake Lend'],
  ])
})

test('nothing is said of a scan without positions', () => {
  expect(standingIn(UNKNOWN)).toBeNull()
})
