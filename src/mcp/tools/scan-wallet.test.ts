import { expect, test } from 'vitest'
import * as z from 'zod'
import example from '../../api/routes/wallet/example.json' with { type: 'json' }
import { callTool } from '../../testing/mcp/call-tool.ts'

const FAILED = { id: 'lido', status: 'failed', reason: 'price' } as const
const coverage = [
  { chain: 'Ethereum', status: 'ok', block: null, protocols: [FAILED] },
  { chain: 'Base', status: 'ok', block: null, protocols: [] },
  {
    chain: 'Celo',
    status: 'unavailable',
    block: null,
    protocols: Array.from({ length: 100 }, (_, at) => ({ ...FAILED, id: `p${at}`, reason: 'rpc' })),
  },
] as const
const knownGaps = Array.from({ length: 150 }, (_, at) => ({
  chain: null,
  protocol: `p${at}`,
  text: 'Unclaimed rewards are not read.',
}))
const scan = { ...example, data: { ...example.data, coverage, knownGaps } }

const answered = z.looseObject({
  notRead: z.array(z.object({ chain: z.string(), failed: z.array(z.string()) })),
  knownGapCount: z.int(),
  riskSummary: z.looseObject({}),
  positions: z.array(z.looseObject({})),
})

const call = async () =>
  answered.parse(
    await callTool('scan_wallet', { address: example.data.address, limit: 1 }, () => scan),
  )

test('names chains and protocols that failed, also one on a chain that was read', async () => {
  const { notRead, knownGapCount } = await call()
  expect(notRead.map(({ chain, failed }) => [chain, failed.length])).toEqual([
    ['Ethereum', 1],
    ['Celo', 10],
  ])
  expect(knownGapCount).toBe(150)
})

test('says how far a loan is from its liquidation, and what the wallet itself adds to the risk', async () => {
  const { positions, riskSummary } = await call()
  expect(positions[0]).toMatchObject({
    liquidation: { text: 'Leverage 1.6×: liquidated when wrETH falls 55 % against SUSD.' },
  })
  expect(riskSummary).toMatchObject({
    own: { score: 2.7 },
    warnings: [{ flag: 'concentrated', figure: 1 }],
  })
})

test('is short, whatever no scan looks at', async () => {
  expect(JSON.stringify(await call()).length).toBeLessThan(5_500)
})
