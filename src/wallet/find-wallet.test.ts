import { expect, test } from 'vitest'
import { depsOf, OWNER, worldOf } from '../testing/wallet/scan-world.ts'
import { findWallet } from './find-wallet.ts'

/** Deps whose packages take a while to load, and what happened in order. */
function slowToLoad() {
  const events: string[] = []
  const loadEns = async () => {
    await new Promise((resolve) => setTimeout(resolve, 30))
    events.push('loaded')
  }
  const begin = () => {
    events.push('begun')
    return AbortSignal.timeout(5_000)
  }
  return { deps: { ...depsOf(worldOf()).deps, loadEns }, begin, events }
}
const never = new AbortController().signal

test('the time of a look-up begins when what it needs is loaded, so that the first name has all of it', async () => {
  const { deps, begin, events } = slowToLoad()
  await findWallet('alice.eth', deps, begin, never)
  expect(events).toEqual(['loaded', 'begun'])
})

test('an address needs no look-up', async () => {
  const { deps, begin, events } = slowToLoad()
  expect(await findWallet(OWNER, deps, begin, never)).toMatchObject({ kind: 'evm' })
  expect(events).toEqual([])
})

test('a package that is not loaded in time is a name that could not be resolved', async () => {
  const { deps } = slowToLoad()
  const outcome = await findWallet(
    'alice.eth',
    deps,
    () => AbortSignal.abort(),
    AbortSignal.abort(),
  )
  expect(outcome).toMatchObject({ kind: 'refused', code: 'NAME_RESOLUTION_FAILED' })
})
