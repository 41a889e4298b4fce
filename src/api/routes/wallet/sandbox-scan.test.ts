import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { readHoldings, sandboxCatalogue } from '../../../publish/sandbox.ts'
import { createSandboxWallets } from '../../../publish/sandbox-wallet.ts'
import { scanSandboxWallet } from './sandbox-scan.ts'

const EVM = '0x5ca1ab1e00000000000000000000000000000001'
const SOLANA = 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2'
const CHECKSUMMED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const LISTED = '0xeac316781502e777106d1e6a8471bac18377552c'

let document: unknown
beforeAll(async () => {
  const dir = fileURLToPath(new URL('../../../../data/sandbox', import.meta.url))
  const catalogue = await sandboxCatalogue(dir, readConfig({}).upstreams)
  document = JSON.parse(JSON.stringify(createSandboxWallets(readHoldings(dir), catalogue)))
})

const scan = (input: string) => scanSandboxWallet(input, document)

describe('a scan in the sandbox', () => {
  test.each([EVM, EVM.toUpperCase().replace('0X', '0x'), CHECKSUMMED, SOLANA])(
    'has positions for %s',
    async (input) => {
      const outcome = await scan(input)
      if (outcome.kind !== 'scanned') return expect.fail(outcome.reason)
      expect(outcome.result.positions.length).toBeGreaterThan(0)
      expect(outcome.result).not.toHaveProperty('resolvedFrom')
    },
  )

  test.each([
    ['a.eth', EVM],
    ['sub.a.eth', EVM],
    ['b.sol', SOLANA],
    ['sol.eth', EVM],
    ['NAME.ETH', EVM],
    ['NAME.SOL', SOLANA],
    ['🦄.eth', EVM],
  ])('resolves %s to its address of that chain, %s', async (input, address) => {
    expect(await scan(input)).toMatchObject({ result: { address, resolvedFrom: input } })
  })

  test.each([
    [LISTED, { sanctions: { status: 'listed' } }],
    [LISTED.toUpperCase().replace('0X', '0x'), { sanctions: { status: 'listed' } }],
    ['0x5ca1ab1e00000000000000000000000000000002', { positions: [], riskSummary: {}, flags: [] }],
    [
      '0x5ca1ab1e00000000000000000000000000000003',
      { flags: expect.arrayContaining(['incomplete-coverage']) },
    ],
  ])('has an answer of its own for %s', async (input, result) => {
    expect(await scan(input)).toMatchObject({ result })
  })

  test.each([
    ['nobody.eth', 'NOT_FOUND'],
    ['NoBody.sol', 'NOT_FOUND'],
    ['unreachable.eth', 'NAME_RESOLUTION_FAILED'],
    ['0x5ca1ab1e00000000000000000000000000000005', 'DATA_UNAVAILABLE'],
    // As a live scan judges them: a checksum that does not fit, letters that ENS or SNS does not allow.
    [CHECKSUMMED.replace('A', 'a'), 'INVALID_REQUEST'],
    ['ali_ce.eth', 'INVALID_REQUEST'],
    ['\u0430lice.sol', 'INVALID_REQUEST'],
    ['nonsense', 'INVALID_REQUEST'],
    [`0x${'0'.repeat(40)}`, 'UNPROCESSABLE'],
  ])('refuses %s with %s', async (input, code) => {
    expect(await scan(input)).toMatchObject({ kind: 'refused', code })
  })

  test.each([
    ['nothing', null],
    ['a document of another time', { scans: { usual: {} }, addresses: {} }],
  ])('fails with %s instead of the document', async (_, broken) => {
    await expect(scanSandboxWallet(EVM, broken)).rejects.toThrow()
  })
})
