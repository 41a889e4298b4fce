import { stringToHex } from 'viem'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, deployToken, mint } from '../rig.ts'
import { BALANCE_OF, standIn, WAD, wait } from '../stage.ts'

const [KERNEL, DELEGATION, MINTER, ROLES] = [at(0x9001), at(0x9002), at(0x9003), at(0x9004)]
const [ORACLE, TREASURY, STAKING] = [at(0x9005), at(0x9006), at(0x9007)]
const NONE = (2n ** 128n - 1n) as bigint

export const play: Play = async ({ rig, code }) => {
  const gohm = await deployToken(rig, 'gOHM')
  const ohm = await deployToken(rig, 'OHM', 9)
  const usds = await deployToken(rig, 'USDS')
  const moduleOf = 'function getModuleForKeycode(bytes5) view returns (address)'
  const version = 'function VERSION() pure returns (uint8, uint8)'
  const modules = [
    ['DLGTE', DELEGATION],
    ['MINTR', MINTER],
    ['ROLES', ROLES],
  ] as const
  await standIn(
    rig,
    KERNEL,
    ...modules.map(([name, to]): [string, unknown[], string] => [
      moduleOf,
      [stringToHex(name)],
      to,
    ]),
  )
  for (const [, to] of modules) await standIn(rig, to, [version, [], 1, 0])
  await standIn(rig, ORACLE, [
    'function currentLtvs() view returns (uint96, uint96)',
    [],
    3_000n * WAD,
    3_030n * WAD,
  ])
  const cooler = await rig.deploy(
    code('MonoCooler'),
    'address, address, address, address, address, uint96, uint256',
    [ohm, gohm, STAKING, KERNEL, ORACLE, WAD / 200n, 1_000n * WAD],
  )
  await rig.send(cooler, 'function configureDependencies() returns (bytes5[])', [])
  const lent = (debt: bigint) =>
    standIn(
      rig,
      TREASURY,
      ['function DECIMALS() view returns (uint8)', [], 18],
      ['function debtToken() view returns (address)', [], usds],
      ...[ALICE, BOB].map((owner): [string, unknown[]] => [
        'function borrow(uint256, address)',
        [25_000n * WAD + 1n, owner],
      ]),
      [
        'function convertToDebtTokenAmount(uint256) view returns (address, uint256)',
        [debt],
        usds,
        debt,
      ],
      ['function repay()', []],
    )
  await lent(0n)
  await rig.send(cooler, 'function setTreasuryBorrower(address)', [TREASURY])
  const amount = 10n * WAD + 3n
  const summary =
    'function accountDelegationSummary(address) view returns (uint256, uint256, uint256, uint256)'
  const votes = (taken: bigint) =>
    standIn(
      rig,
      DELEGATION,
      [version, [], 1, 0],
      ...[ALICE, BOB].flatMap((owner): [string, unknown[], ...unknown[]][] => [
        ['function depositUndelegatedGohm(address, uint256)', [owner, amount]],
        [summary, [owner], amount, 0n, 0n, 10n],
      ]),
      [
        'function withdrawUndelegatedGohm(address, uint256, uint256) returns (uint256)',
        [ALICE, taken, 0n],
        0n,
      ],
    )
  await votes(amount)
  for (const owner of [ALICE, BOB]) {
    await mint(rig, gohm, owner, amount)
    await approve(rig, gohm, cooler, owner)
    const add = 'function addCollateral(uint128, address, (address, int256)[])'
    await rig.send(cooler, add, [amount, owner, []], owner)
    const borrow = 'function borrow(uint128, address, address) returns (uint128)'
    await rig.send(cooler, borrow, [25_000n * WAD + 1n, owner, owner], owner)
  }
  await wait(rig, 90 * 86_400)
  const collateral = { address: gohm, symbol: 'gOHM', decimals: 18 }
  const debt = { address: usds, symbol: 'USDS', decimals: 18 }
  const fields = { id: 'cooler', protocol: 'cooler-loans', product: 'lending' }
  return {
    owner: ALICE,
    entry: { ...fields, driver: 'mono-cooler', cooler, collateral, debt },
    close: async () => {
      await rig.rpc('anvil_setBlockTimestampInterval', [0])
      await mint(rig, usds, ALICE, 30_000n * WAD)
      await approve(rig, usds, cooler, ALICE)
      const debtOf = 'function accountDebt(address) view returns (uint128)'
      await lent(await rig.read(cooler, debtOf, [ALICE]))
      const before = await rig.read(usds, BALANCE_OF, [ALICE])
      const repay = 'function repay(uint128, address) returns (uint128)'
      await rig.send(cooler, repay, [NONE, ALICE], ALICE)
      const paid = before - (await rig.read(usds, BALANCE_OF, [ALICE]))
      const take =
        'function withdrawCollateral(uint128, address, address, (address, int256)[]) returns (uint128)'
      await rig.send(cooler, take, [amount, ALICE, ALICE, []], ALICE)
      return [
        { role: 'collateral', token: gohm, amount: await rig.read(gohm, BALANCE_OF, [ALICE]) },
        { role: 'borrow', token: usds, amount: paid, within: WAD / 1_000n },
      ]
    },
  }
}
