import { describe, expect, test } from 'vitest'
import { ANONYMOUS, PLANS } from '../../contract/plans.ts'
import { createApiKey, PUBLIC_TEST_KEY } from '../../state/api-key.ts'
import { FakeState, SECRET } from '../../testing/api/fake-state.ts'
import { identify } from './caller.ts'

const IP = '192.0.2.1'

describe(identify, () => {
  test('without a key the address is the caller, and its text is nowhere', async () => {
    const caller = await identify(null, IP, SECRET, new FakeState())
    expect(caller).toMatchObject({ limits: ANONYMOUS, key: null, refused: null })
    expect(caller.id).not.toContain(IP)
    expect((await identify(null, '192.0.2.2', SECRET, new FakeState())).id).not.toBe(caller.id)
    expect((await identify(null, IP, 'another secret', new FakeState())).id).not.toBe(caller.id)
  })

  test('a key identifies the caller, from any address', async () => {
    const state = new FakeState()
    const key = await state.issue('pro', 'live')
    const caller = await identify(key, IP, SECRET, state)
    expect(caller).toEqual({
      id: 'key_0',
      limits: PLANS.pro,
      shared: [],
      key: { id: 'key_0', plan: 'pro', environment: 'live' },
      meter: { owner: 'key_0', keyId: 'key_0' },
      refused: null,
    })
    expect(await identify(key, '2001:db8::1', SECRET, state)).toEqual(caller)
  })

  test('a key on the Free plan shares an allowance with the others of its address and its /48', async () => {
    const state = new FakeState()
    const of = async (ip: string) =>
      (await identify(await state.issue('free', 'live'), ip, SECRET, state)).shared
    expect(await of(IP)).toMatchObject([
      { scope: 'address', limits: { burst: 480, daily: 40_000 } },
    ])
    expect(await of(IP)).toEqual(await of(IP))
    const [address, network] = await of('2001:db8:1:1::1')
    const [other, same] = await of('2001:db8:1:2::1')
    expect(other).not.toEqual(address)
    expect(same).toEqual(network)
    expect(network?.limits).toEqual({ burst: 1_920, daily: 160_000 })
  })

  test.each(['', 'x', 'dpk_live_short', 'DPK_LIVE_x'])(
    'the malformed key "%s" is refused without a look-up and counted on its address',
    async (text) => {
      const state = new FakeState()
      const caller = await identify(text, IP, SECRET, state)
      expect(caller).toEqual({
        ...(await identify(null, IP, SECRET, state)),
        refused: 'malformed',
      })
      expect(state.lookUps).toEqual([])
    },
  )

  test('an unknown and a revoked key give different errors, and are counted by address', async () => {
    const state = new FakeState()
    const unknown = createApiKey('live', (length) => new Uint8Array(length))
    const revoked = await state.issue('pro', 'live', '2026-01-02T00:00:00.000Z')
    const address = await identify(null, IP, SECRET, state)
    expect(await identify(unknown, IP, SECRET, state)).toEqual({ ...address, refused: 'unknown' })
    expect(await identify(revoked, IP, SECRET, state)).toEqual({ ...address, refused: 'revoked' })
    expect(state.lookUps).toHaveLength(2)
  })

  test('the public key of the documentation is on Pro, in the sandbox, and counted by address', async () => {
    const state = new FakeState()
    const one = await identify(PUBLIC_TEST_KEY, IP, SECRET, state)
    const other = await identify(PUBLIC_TEST_KEY, '192.0.2.2', SECRET, state)
    expect(one.key).toMatchObject({ plan: 'pro', environment: 'test' })
    expect(one.id).not.toBe(other.id)
    expect(one.id).not.toContain(IP)
    expect(state.lookUps).toEqual([])
  })

  test('a store that cannot be reached is not hidden', async () => {
    const state = new FakeState()
    const key = await state.issue('free', 'live')
    state.failing.findKey = new Error('down')
    await expect(identify(key, IP, SECRET, state)).rejects.toThrow('down')
    await expect(identify(null, IP, SECRET, state)).resolves.toMatchObject({ refused: null })
  })
})
