import { expect, test } from 'vitest'
import { depsOf, nodeOn, OWNER, worldOf } from '../../testing/wallet/scan-world.ts'
import { scanWallet } from '../scan.ts'
import type { ScanDeps } from '../scan-deps.ts'
import { createFoundBefore } from './second-witness.ts'

const OTHER = 'https://other.example'

/** Scans whose Ethereum has a second node; what each node said, and the requests to the second. */
function scans({ second = 10n, forgets = false }: { second?: bigint; forgets?: boolean }) {
  const world = { first: 10n, second }
  const requests = { first: 0, second: 0 }
  const lines: unknown[] = []
  const made = depsOf(worldOf())
  const foundBefore = createFoundBefore()
  const deps: ScanDeps = {
    ...made.deps,
    ...(!forgets && { foundBefore }),
    logNodes: (line) => lines.push(line),
    chains: made.deps.chains.map((chain) =>
      chain.key === 'ethereum' ? { ...chain, urls: [...chain.urls, OTHER] } : chain,
    ),
    fetch: (url, init) => {
      const isFirst = made.deps.chains.some(
        ({ key, urls }) => key === 'ethereum' && urls[0] === url,
      )
      if (isFirst) requests.first++
      if (url === OTHER) requests.second++
      if (!isFirst && url !== OTHER) return made.deps.fetch(url, init)
      const balance = isFirst ? world.first : world.second
      return nodeOn('ethereum', worldOf({ balance })).fetch(url, init)
    },
  }
  const scan = async () => {
    const outcome = await scanWallet(OWNER, deps)
    if (outcome.kind !== 'scanned') throw new Error(outcome.reason)
    return outcome.result.positions.some(({ chain }) => chain === 'Ethereum')
  }
  return { scan, world, requests, lines }
}

test('an empty chain where a scan before found something is asked of the second node, which is trusted', async () => {
  const { scan, world, requests, lines } = scans({})
  expect([await scan(), requests.second]).toEqual([true, 0])
  world.first = 0n
  expect([await scan(), requests.second]).toEqual([true, 1])
  expect(JSON.stringify(lines)).toContain('found nothing, another node did')
})

test('what is gone at both nodes is gone, and is asked twice once', async () => {
  const { scan, world, requests } = scans({})
  await scan()
  world.first = 0n
  world.second = 0n
  expect([await scan(), requests.second]).toEqual([false, 1])
  expect([await scan(), requests.second]).toEqual([false, 1])
})

test('a wallet that was always empty, or was not scanned before, costs no request more', async () => {
  const { scan, world, requests } = scans({})
  world.first = 0n
  expect([await scan(), requests.second]).toEqual([false, 0])
  const without = scans({ forgets: true })
  await without.scan()
  without.world.first = 0n
  expect([await without.scan(), without.requests.second]).toEqual([false, 0])
})

test('what was found is not remembered for longer than an hour, nor for another owner or chain', () => {
  const before = createFoundBefore()
  before.keep('0x01', 'Base', 0)
  expect(before.has('0x01', 'Base', 3_600_000)).toBe(true)
  expect(before.has('0x01', 'Base', 3_600_001)).toBe(false)
  expect(before.has('0x02', 'Base', 0)).toBe(false)
  expect(before.has('0x01', 'Ethereum', 0)).toBe(false)
  before.forget('0x01', 'Base')
  expect(before.has('0x01', 'Base', 0)).toBe(false)
})
