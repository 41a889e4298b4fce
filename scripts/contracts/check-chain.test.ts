import { beforeAll, expect, test } from 'vitest'
import { describeOnAnvil } from '../../src/testing/wallet/evm/on-anvil.ts'
import { deployWorld, worldEntries } from '../../src/testing/wallet/evm/world.ts'
import { parseContractList } from '../../src/wallet/evm/contracts/contract-list.ts'
import { askNode, checkContracts } from './check.ts'

describeOnAnvil('the check of a contract list against contracts that stand', (rig) => {
  let entries: object[]
  beforeAll(async () => {
    entries = worldEntries(await deployWorld(rig))
  }, 60_000)

  const check = (of: unknown) => {
    const file = { chain: 'ethereum', chainId: 1, generatedFrom: {}, entries: of }
    return checkContracts(parseContractList(file, 'ethereum'), askNode(rig.url, 1))
  }

  test('finds nothing to say of a contract list that is right', async () => {
    expect(await check(entries)).toEqual([])
  })

  test('names the token whose decimals are others, wherever it is named', async () => {
    const found = await check(
      JSON.parse(JSON.stringify(entries).replaceAll('"decimals":6', '"decimals":8')),
    )
    expect(found).toHaveLength(3)
    expect(found.join('\n')).toMatch(
      /aave-0: 0x[0-9a-f]{40} is USDC with 6 decimals, not USDC with 8/,
    )
  })

  test('refuses a node of another chain', async () => {
    const file = { chain: 'ethereum', chainId: 1, generatedFrom: {}, entries }
    const asked = checkContracts(parseContractList(file, 'ethereum'), askNode(rig.url, 10))
    await expect(asked).rejects.toThrow(/chain id of the node is 1, not 10/)
  })
})
