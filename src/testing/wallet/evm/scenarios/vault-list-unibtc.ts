import type { Play } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { BALANCE_OF, behindProxy } from '../stage.ts'

const UNIT = 10n ** 8n

export const play: Play = async (stage) => {
  const { rig } = stage
  const token = await behindProxy(stage, 'uniBTC')
  const initialize = 'function initialize(address, address, address[])'
  await rig.send(token, initialize, [DEPLOYER, DEPLOYER, []])
  const mint = 'function mint(address, uint256)'
  await rig.send(token, mint, [ALICE, 3n * UNIT + 7n])
  await rig.send(token, mint, [BOB, 11n * UNIT])
  return {
    owner: ALICE,
    entry: {
      id: 'bedrock-unibtc',
      protocol: 'bedrock-unibtc',
      product: 'lst',
      driver: 'vault-list',
      worth: 'share',
      vaults: token,
    },
    close: async () => {
      const amount = await rig.read(token, BALANCE_OF, [ALICE])
      await rig.send(token, 'function burn(uint256)', [amount], ALICE)
      return [{ role: 'supply', token, amount }]
    },
  }
}
