import type { Address } from '../../../../chains/address.ts'
import { packagedCode } from '../artifacts.ts'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER, deployToken, mint } from '../rig.ts'
import { BALANCE_OF, WAD } from '../stage.ts'

const WETH = '@aave/core-v3/artifacts/contracts/dependencies/weth/WETH9.sol/WETH9.json'

export const play: Play = async ({ rig, code }) => {
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
}
