import { beforeAll, expect, test } from 'vitest'
import { describeOnAnvil } from '../../src/testing/wallet/evm/on-anvil.ts'
import { deployToken } from '../../src/testing/wallet/evm/rig.ts'
import { deployWorld, worldEntries } from '../../src/testing/wallet/evm/world.ts'
import { parseContractList } from '../../src/wallet/evm/contracts/contract-list.ts'
import { checkReaders } from './check-readers.ts'

const CHAIN = { chainId: 1, maxLagSeconds: 30 * 86_400 }

/** The world moves its clock a week on. */
const nowMs = Date.now() - 8 * 86_400_000

describeOnAnvil('reading every entry of a contract list at a node', { nowMs }, (rig) => {
  let entries: object[]
  beforeAll(async () => {
    entries = worldEntries(await deployWorld(rig))
  }, 60_000)

  const check = (of: readonly object[], url = rig.url) => {
    const file = { chain: 'ethereum', chainId: 1, generatedFrom: {}, entries: of }
    return checkReaders(parseContractList(file, 'ethereum'), CHAIN, url)
  }

  test('finds nothing to say where every driver understands its contracts', async () => {
    expect(await check(entries)).toEqual([])
  })

  test('names an entry whose contract has another shape', async () => {
    const token = await deployToken(rig, 'ODD', 18)
    const odd = {
      id: 'odd',
      protocol: 'euler-v2',
      product: 'lending',
      driver: 'euler',
      source: 'test',
      evc: token,
    }
    expect(await check([...entries, odd])).toEqual([
      expect.stringMatching(/^odd: could not be read/),
    ])
  })

  test('names every entry when the node does not answer', async () => {
    expect(await check(entries, 'http://127.0.0.1:9')).toHaveLength(entries.length)
  })
})
