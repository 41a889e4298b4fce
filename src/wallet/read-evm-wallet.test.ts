import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address } from '../chains/address.ts'
import { type BundledReply, MULTICALL3 } from '../chains/evm/multicall.ts'
import { tokenAt } from '../testing/wallet/portfolios.ts'
import { depsOf, OWNER, PATIENT, worldOf } from '../testing/wallet/scan-world.ts'
import type { TokenIndex } from './evm/discovery/token-index.ts'
import { address } from './model/entry-base.ts'
import { HOLDINGS } from './model/holdings.ts'
import { readEvmWallet } from './read-evm-wallet.ts'
import { scanWallet } from './scan.ts'

const WALLET = { kind: 'evm', owner: OWNER } as const

const countOf = (asked: readonly string[], place: string) =>
  asked.filter((each) => each === place).length

test('a node is asked once for positions, sanctions and prices together', async () => {
  const { deps, asked } = depsOf(worldOf(), { limits: PATIENT })
  expect(await scanWallet(OWNER, deps)).toMatchObject({ kind: 'scanned' })
  for (const chain of ['ethereum', 'base', 'arbitrum']) expect(countOf(asked, chain)).toBe(1)
})

test('two scans at once stay separate, though they share their requests', async () => {
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

const REGISTRY: Address = `0x${'dd'.repeat(20)}`
const PROXY: Address = `0x${'ee'.repeat(20)}`
const word = (value: string) => value.slice(2).padStart(64, '0')

/** Reads a world in which a registry on Ethereum says this of the owner; a proxy says that the owner owns it. */
async function readWithProxies(said: BundledReply) {
  const reply = ({ to }: { to: Address }): BundledReply | null => {
    if (to === PROXY) return { ok: true, data: `0x${word(OWNER)}` }
    return to === REGISTRY ? said : null
  }
  const { deps } = depsOf(worldOf({ reply }))
  const accounts = [
    {
      id: 'ds-proxies',
      protocol: 'defisaver',
      kind: 'ds-proxy' as const,
      registry: REGISTRY,
      source: 'test',
    },
  ]
  const step = AbortSignal.timeout(5_000)
  const reading = await readEvmWallet(
    WALLET,
    {
      ...deps,
      contracts: (key) => ({ ...deps.contracts(key), ...(key === 'ethereum' && { accounts }) }),
    },
    { step, answer: step },
  )
  return {
    held: reading.findings
      .filter(({ chain }) => chain === 'Ethereum')
      .map(({ finding }) => finding.account ?? OWNER),
    row: reading.coverage
      .find(({ chain }) => chain === 'Ethereum')
      ?.protocols.find(({ id }) => id === 'defisaver'),
  }
}

test('what a smart account holds is listed beside what its owner holds, and its registry is covered', async () => {
  expect(await readWithProxies({ ok: true, data: `0x${word(PROXY)}` })).toEqual({
    held: [OWNER, PROXY],
    row: { id: 'defisaver', status: 'ok' },
  })
})

test('coins that could not be read are named on a chain that was, and not on one that was not', async () => {
  const reply = ({ to }: { to: Address }): BundledReply | null =>
    to === MULTICALL3 ? { ok: false, data: '0x' } : null
  const { deps } = depsOf(worldOf({ reply }, { base: 'dead' }))
  const step = AbortSignal.timeout(5_000)
  const native = { symbol: 'ETH', token: address.parse(tokenAt(9)) }
  const chains = deps.chains.map((chain) => ({ ...chain, native }))
  const { coverage } = await readEvmWallet(WALLET, { ...deps, chains }, { step, answer: step })
  const held = Object.fromEntries(
    coverage.map(({ chain, protocols }) => [chain, protocols.find(({ id }) => id === HOLDINGS)]),
  )
  expect(held.Ethereum).toEqual({ id: HOLDINGS, status: 'failed', reason: 'contract' })
  expect(held.Base).toBeUndefined()
})

describe('tokens that no list names', () => {
  const VAULT: Address = `0x${'fa'.repeat(20)}`
  const LISTED = address.parse(tokenAt(1))
  const found = encodeAbiParameters(
    parseAbiParameters('(address, uint8, address, uint256, address, uint256)[]'),
    [[[VAULT, 1, LISTED, 5n, LISTED, 0n]]],
  )

  /** Reads a world in which an index on Ethereum says this, and the lens knows a vault of a listed token. */
  async function readWith(tokens: TokenIndex['tokens']) {
    const reply = ({ to }: { to: Address }): BundledReply | null =>
      to === VAULT ? { ok: true, data: found } : null
    const { deps } = depsOf(worldOf({ reply }))
    const step = AbortSignal.timeout(5_000)
    const tokenIndex = ({ key }: { key: string }) => (key === 'ethereum' ? { tokens } : null)
    const reading = await readEvmWallet(WALLET, { ...deps, tokenIndex }, { step, answer: step })
    const chain = reading.coverage.find((row) => row.chain === 'Ethereum')
    const held = reading.findings.filter((each) => each.chain === 'Ethereum')
    return { held: held.map(({ finding }) => finding.market), rows: chain?.protocols }
  }

  test('are found beside what drivers find', async () => {
    const { held, rows } = await readWith(async () => ({ tokens: [VAULT], isWhole: true }))
    expect(held).toContain('Vault of T1')
    expect(held).toHaveLength(2)
    expect(rows).toContainEqual({ id: 'unlisted', status: 'ok' })
  })

  test('are not read where the index fails, and the drivers’ are', async () => {
    const { held, rows } = await readWith(() => Promise.reject(new Error('down')))
    expect(held).toHaveLength(1)
    expect(rows).toContainEqual({ id: 'unlisted', status: 'failed', reason: 'provider' })
  })

  test('are not spoken of where there is no index', async () => {
    const { deps } = depsOf(worldOf())
    const step = AbortSignal.timeout(5_000)
    const native = { symbol: 'ETH', token: address.parse(tokenAt(9)) }
    const chains = deps.chains.map((chain) => ({ ...chain, native }))
    const { coverage } = await readEvmWallet(WALLET, { ...deps, chains }, { step, answer: step })
    expect(JSON.stringify(coverage)).not.toContain('unlisted')
  })
})

test('a registry of smart accounts that cannot be read has failed', async () => {
  expect(await readWithProxies({ ok: false, data: '0x08c379a0' })).toEqual({
    held: [OWNER],
    row: { id: 'defisaver', status: 'failed', reason: 'contract' },
  })
})
