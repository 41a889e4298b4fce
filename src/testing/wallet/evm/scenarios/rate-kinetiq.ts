import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Scenario } from '../record-run.ts'
import { ALICE, BOB, DEPLOYER } from '../rig.ts'
import { behindProxy, rateRun, SUPPLY, standIn, WAD } from '../stage.ts'

const VALIDATORS = at(0x9001)
const PAUSER = at(0x9002)

export const scenario: Scenario = {
  origin: {
    sources: [
      {
        repository: 'code-423n4/2025-04-kinetiq',
        commit: 'a3913ca',
        contracts: ['StakingAccountant', 'KHYPE'],
        files: ['src/StakingAccountant.sol', 'src/KHYPE.sol'],
        compiler: 'solc 0.8.20',
        settings: 'by its IR, optimised for 200 runs',
        note: 'Kinetiq’s own contracts as they were given to auditors; with @openzeppelin/contracts and contracts-upgradeable 5.1.0',
      },
    ],
    edits: [],
  },
  licence: 'MIT',
  made: 'kHYPE was minted beside another user for what was staked, and validators earned and lost. The amount is the owner’s share of what the accountant says was staked, earned and lost, which it rounds by its own ratio first. The validators and the registry of pauses are stand-ins.',
  async play(stage) {
    const { rig } = stage
    const token = await behindProxy(stage, 'KHYPE')
    const accountant = await behindProxy(stage, 'StakingAccountant')
    await standIn(rig, PAUSER, ['function isPaused(address) view returns (bool)', [token], false])
    await standIn(
      rig,
      VALIDATORS,
      ['function totalRewards() view returns (uint256)', [], WAD / 3n],
      ['function totalSlashing() view returns (uint256)', [], WAD / 100n],
    )
    await rig.send(
      token,
      'function initialize(string, string, address, address, address, address)',
      ['Kinetiq Staked HYPE', 'kHYPE', DEPLOYER, DEPLOYER, DEPLOYER, PAUSER],
    )
    await rig.send(accountant, 'function initialize(address, address, address)', [
      DEPLOYER,
      DEPLOYER,
      VALIDATORS,
    ])
    await rig.send(accountant, 'function authorizeStakingManager(address, address)', [
      DEPLOYER,
      token,
    ])
    for (const [owner, amount] of [
      [ALICE, 3n * WAD + 7n],
      [BOB, 11n * WAD],
    ] as const) {
      await rig.send(token, 'function mint(address, uint256)', [owner, amount])
      await rig.send(accountant, 'function recordStake(uint256)', [amount])
    }
    const says = (name: string) =>
      rig.read(accountant, `function ${name}() view returns (uint256)`, []) as Promise<bigint>
    return rateRun(
      stage,
      { protocol: 'kinetiq-khype', symbol: 'kHYPE', of: 'WHYPE', token },
      [accountant, 'kHYPEToHYPE(uint256)'],
      async (amount) => {
        const staked = (await says('totalStaked')) - (await says('totalClaimed'))
        const earned = (await says('totalRewards')) - (await says('totalSlashing'))
        return (amount * (staked + earned)) / (await rig.read(token, SUPPLY, []))
      },
      4n,
    )
  },
}
