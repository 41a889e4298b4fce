import type { Scenario } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { BALANCE_OF, behindProxy } from '../stage.ts'

const UNIT = 10n ** 8n

export const scenario: Scenario = {
  origin: {
    sources: [
      {
        repository: 'Bedrock-Technology/uniBTC',
        commit: '236e9ea',
        contracts: ['uniBTC'],
        files: ['contracts/contracts/uniBTC.sol'],
        compiler: 'solc 0.8.17',
        settings: 'optimised for 200 runs',
        note: 'with @openzeppelin/contracts and contracts-upgradeable 4.8.3; its build says Shanghai, which this compiler does not know',
      },
    ],
    edits: [],
  },
  licence: 'MIT',
  made: 'uniBTC was minted to the owner and another user. The row does not name its symbol and decimals, so the token says them; the amount is what the owner could burn.',
  async play(stage) {
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
  },
}
