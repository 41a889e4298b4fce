import { expect, test } from 'vitest'
import { depsOf, OWNER, worldOf } from '../testing/wallet/scan-world.ts'
import { scanWallet } from './scan.ts'

const countOf = (asked: readonly string[], place: string) =>
  asked.filter((each) => each === place).length

test('a node is asked once for positions, sanctions and prices together', async () => {
  const { deps, asked } = depsOf(worldOf())
  expect(await scanWallet(OWNER, deps)).toMatchObject({ kind: 'scanned' })
  for (const chain of ['ethereum', 'base', 'arbitrum']) expect(countOf(asked, chain)).toBe(1)
})

test('two scans at once are told apart, though they share their requests', async () => {
  const { deps } = depsOf(worldOf())
  const listed = `0x${'99'.padStart(40, '0')}`
  const index = { source: 'ofac', asOf: '2026-11-20', evm: new Set([listed]), others: new Set('') }
  const found = await Promise.all(
    [OWNER, listed].map((owner) => scanWallet(owner, { ...deps, sanctions: index })),
  )
  expect(found).toMatchObject([
    { result: { address: OWNER, sanctions: { status: 'clear' } } },
    { result: { address: listed, sanctions: { status: 'listed' } } },
  ])
})
