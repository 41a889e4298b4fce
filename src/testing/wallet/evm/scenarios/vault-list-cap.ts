import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, deployToken, mint } from '../rig.ts'
import { BALANCE_OF, behindProxy, WAD, wait } from '../stage.ts'

const DAY = 86_400
const ACCESS = at(0x9001)

export const play: Play = async (stage) => {
  const { rig } = stage
  const cusd = await deployToken(rig, 'cUSD')
  const vault = await behindProxy(stage, 'StakedCap')
  await rig.send(vault, 'function initialize(address, address, uint256)', [
    ACCESS,
    cusd,
    BigInt(DAY),
  ])
  const deposit = 'function deposit(uint256, address)'
  for (const [owner, amount] of [
    [ALICE, 3_000n * WAD + 7n],
    [BOB, 11_000n * WAD],
  ] as const) {
    await mint(rig, cusd, owner, amount)
    await approve(rig, cusd, vault, owner)
    await rig.send(vault, deposit, [amount, owner], owner)
  }
  const earned = 500n * WAD
  await mint(rig, cusd, vault, earned)
  await rig.send(vault, 'function notify()', [])
  await wait(rig, DAY / 2)
  return {
    owner: ALICE,
    entry: {
      id: 'cap-stcusd',
      protocol: 'cap',
      product: 'vault',
      driver: 'vault-list',
      worth: 'assets',
      vaults: vault,
    },
    close: async () => {
      const shares = await rig.read(vault, BALANCE_OF, [ALICE])
      await rig.send(
        vault,
        'function redeem(uint256, address, address)',
        [shares, ALICE, ALICE],
        ALICE,
      )
      const amount = await rig.read(cusd, BALANCE_OF, [ALICE])
      return [{ role: 'supply', token: cusd, amount, within: (5n * earned) / BigInt(DAY) }]
    },
  }
}
