import type { Address } from '../../../../chains/address.ts'
import { packagedCode } from '../artifacts.ts'
import type { Scenario } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER, deployToken, mint } from '../rig.ts'
import { BALANCE_OF, WAD } from '../stage.ts'

const WETH = '@aave/core-v3/artifacts/contracts/dependencies/weth/WETH9.sol/WETH9.json'

export const scenario: Scenario = {
  origin: {
    sources: [
      {
        repository: 'Se7en-Seas/zircuit-staking-audit',
        commit: '34ada9d',
        contracts: ['ZtakingPool'],
        files: ['src/ZtakingPool/contracts/ZtakingPool.sol'],
        compiler: 'solc 0.8.24',
        settings: 'optimised for 200 runs',
        note: 'a copy of Zircuit’s own contract; the repository does not say how it is optimised',
      },
      {
        package: '@aave/core-v3',
        version: '1.19.3',
        contracts: ['WETH9'],
        files: ['artifacts/contracts/dependencies/weth/WETH9.sol/WETH9.json'],
        compiler: 'as published',
      },
    ],
    edits: [],
  },
  licence: 'none is given',
  made: 'Deposits of three tokens and of ether, one of them by another user for the owner, beside that user’s own; later one grew, a part was withdrawn, one was withdrawn whole, and one token was closed to deposits. Then the rest was withdrawn. The tokens are stand-ins.',
  async play({ rig, code }) {
    const weth = await rig.deploy(packagedCode(WETH))
    const tokens = [{ address: weth, symbol: 'WETH', decimals: 18 }]
    const add = async (symbol: string, decimals = 18) => {
      const address = await deployToken(rig, symbol, decimals)
      tokens.splice(-1, 0, { address, symbol, decimals })
      return address
    }
    const [ezeth, weeth, rseth, usde] = [
      await add('ezETH'),
      await add('weETH'),
      await add('rsETH', 8),
      await add('USDe'),
    ]
    const pool = await rig.deploy(code('ZtakingPool'), 'address, address[], address', [
      DEPLOYER,
      tokens.map(({ address }) => address),
      weth,
    ])
    for (const token of [ezeth, weeth, rseth, usde])
      for (const owner of [ALICE, BOB]) {
        await mint(rig, token, owner, 100n * WAD)
        await approve(rig, token, pool, owner)
      }
    const deposit = (token: Address, to: Address, amount: bigint, from = to) =>
      rig.send(pool, 'function depositFor(address, address, uint256)', [token, to, amount], from)
    const withdraw = (token: Address, amount: bigint) =>
      rig.send(pool, 'function withdraw(address, uint256)', [token, amount], ALICE)
    await deposit(ezeth, ALICE, 3n * WAD + 5n)
    await deposit(weeth, ALICE, 3n * WAD + 13n, BOB)
    await deposit(weeth, BOB, 7n * WAD)
    await deposit(rseth, ALICE, 123_456_789n)
    const ether = 'function depositETHFor(address) payable'
    await rig.send(pool, ether, [ALICE], ALICE, WAD + 5n)
    await deposit(ezeth, ALICE, WAD / 2n)
    await withdraw(weeth, WAD)
    await withdraw(rseth, 123_456_789n)
    await rig.send(pool, 'function setStakable(address, bool)', [weeth, false])
    const fields = { id: 'zircuit', protocol: 'zircuit-staking', product: 'staking' }
    return {
      owner: ALICE,
      entry: { ...fields, driver: 'deposit-pool', pool, tokens },
      close: async () => {
        const legs = []
        for (const token of [ezeth, weeth, weth]) {
          const left = 'function balance(address, address) view returns (uint256)'
          const before = await rig.read(token, BALANCE_OF, [ALICE])
          await withdraw(token, await rig.read(pool, left, [token, ALICE]))
          const amount = (await rig.read(token, BALANCE_OF, [ALICE])) - before
          legs.push({ role: 'stake', token, amount })
        }
        return legs
      },
    }
  },
}
