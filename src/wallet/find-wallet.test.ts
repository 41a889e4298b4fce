import { afterAll, expect, test, vi } from 'vitest'
import { depsOf, OWNER, worldOf } from '../testing/wallet/scan-world.ts'
import { findWallet } from './find-wallet.ts'

const events: string[] = []

// Test files share their modules: these are loaded anew with the mock, and once more without it.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

vi.mock('../chains/evm/viem.ts', async (load) => {
  const real = await load<typeof import('../chains/evm/viem.ts')>()
  return {
    ...real,
    loadEns: async () => {
      const ens = await real.loadEns()
      await new Promise((resolve) => setTimeout(resolve, 30))
      events.push('loaded')
      return ens
    },
  }
})

const begin = () => {
  events.push('begun')
  return AbortSignal.timeout(5_000)
}
const never = new AbortController().signal

test('the time of a look-up begins when what it needs is loaded, so that the first name has all of it', async () => {
  events.length = 0
  const { deps } = depsOf(worldOf())
  await findWallet('alice.eth', deps, begin, never)
  expect(events.slice(0, 2)).toEqual(['loaded', 'begun'])
})

test('an address needs no look-up', async () => {
  events.length = 0
  const { deps } = depsOf(worldOf())
  expect(await findWallet(OWNER, deps, begin, never)).toMatchObject({ kind: 'evm' })
  expect(events).toEqual([])
})

test('a package that is not loaded in time is a name that could not be resolved', async () => {
  const { deps } = depsOf(worldOf())
  const outcome = await findWallet(
    'alice.eth',
    deps,
    () => AbortSignal.abort(),
    AbortSignal.abort(),
  )
  expect(outcome).toMatchObject({ kind: 'refused', code: 'NAME_RESOLUTION_FAILED' })
})
