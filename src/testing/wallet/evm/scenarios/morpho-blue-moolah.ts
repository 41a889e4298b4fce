import type { Address } from '../../../../chains/address.ts'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import {
  borrowFromMorpho,
  createMorphoMarket,
  type MorphoParams,
  settlementOf,
  supplyToMorpho,
} from '../morpho.ts'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, DEPLOYER, deployToken, MULTICALL3, mint, ZERO } from '../rig.ts'
import { BALANCE_OF, behindProxy, standIn, WAD, wait } from '../stage.ts'

const [ORACLE, VAULT] = [at(0x9001), at(0x9002)]
const UNIT = 10n ** 6n
const DAY = 86_400
/** Of the broker, with 27 decimals: what a second makes of one, and a year of a fixed term. */
const [A_SECOND, A_YEAR] = [10n ** 27n + 3n * 10n ** 18n, 106n * 10n ** 25n]

export const play: Play = async (stage) => {
  const { rig, code } = stage
  const [usd, btc] = [await deployToken(rig, 'USD1', 6), await deployToken(rig, 'BTCB', 18)]
  const PEEK = 'function peek(address) view returns (uint256)'
  await standIn(rig, ORACLE, [PEEK, [usd], 99_980_000n], [PEEK, [btc], 60_000n * 10n ** 8n])
  await standIn(rig, VAULT, ['function lockBuffer() view returns (address)', [], ZERO])
  const PriceLib = await rig.deploy(code('PriceLib'))
  const moolah = await behindProxy(stage, 'Moolah', { PriceLib })
  const start = 'function initialize(address, address, address, uint256)'
  await rig.send(moolah, start, [DEPLOYER, DEPLOYER, DEPLOYER, 0n])
  const irm = await rig.deploy(code('InterestRateModel'), 'address', [moolah])
  await rig.send(moolah, 'function enableIrm(address)', [irm])
  await rig.send(moolah, 'function enableIrm(address)', [ZERO])
  const made: MorphoParams = {
    loanToken: usd,
    collateralToken: btc,
    oracle: ORACLE,
    irm,
    lltv: (86n * WAD) / 100n,
  }
  const lent = { ...made, lltv: (70n * WAD) / 100n }
  const brokered = { ...made, irm: ZERO }
  const [borrowedId, lentId, brokeredId] = [
    await createMorphoMarket(rig, moolah, made),
    await createMorphoMarket(rig, moolah, lent),
    await createMorphoMarket(rig, moolah, brokered),
  ]
  const broker = await deployBroker()
  for (const owner of [ALICE, BOB]) {
    await mint(rig, usd, owner, 1_000_000n * UNIT)
    await mint(rig, btc, owner, 100n * WAD)
    for (const token of [usd, btc])
      for (const spender of [moolah, broker]) await approve(rig, token, spender, owner)
  }
  for (const each of [made, lent, brokered])
    await supplyToMorpho(rig, moolah, each, 200_000n * UNIT, BOB)
  await supplyToMorpho(rig, moolah, lent, 40_000n * UNIT + 1n, ALICE)
  await borrowFromMorpho(rig, moolah, lent, { collateral: WAD * 5n, amount: 90_000n * UNIT }, BOB)
  const loan = { collateral: WAD + 3n, amount: 30_000n * UNIT + 7n }
  await borrowFromMorpho(rig, moolah, made, loan, ALICE)
  const pledge =
    'function supplyCollateral((address, address, address, address, uint256), uint256, address, bytes)'
  const parts = [usd, btc, ORACLE, ZERO, made.lltv] as const
  await rig.send(moolah, pledge, [parts, 2n * WAD + 9n, ALICE, '0x'], ALICE)
  await rig.send(broker, 'function borrow(uint256)', [11_000n * UNIT + 13n], ALICE)
  await rig.send(broker, 'function borrow(uint256, uint256)', [7_000n * UNIT + 17n, 1n], ALICE)
  await wait(rig, 10 * DAY)
  return {
    owner: ALICE,
    entry: {
      id: 'moolah',
      protocol: 'lista-lending',
      product: 'lending',
      driver: 'morpho-blue',
      morpho: moolah,
      fork: 'moolah',
      multicall3: MULTICALL3,
      markets: [borrowedId, lentId, brokeredId],
      tokens: [],
    },
    close: async () => {
      const { supply } = await settlementOf(rig, moolah, lent, lentId, ALICE)
      const { debt, collateral } = await settlementOf(rig, moolah, made, borrowedId, ALICE)
      const before = await rig.read(usd, BALANCE_OF, [ALICE])
      await rig.send(broker, 'function repayAll(address)', [ALICE], ALICE)
      const repaid = before - (await rig.read(usd, BALANCE_OF, [ALICE]))
      const take =
        'function withdrawCollateral((address, address, address, address, uint256), uint256, address, address)'
      const held = await rig.read(btc, BALANCE_OF, [ALICE])
      await rig.send(moolah, take, [parts, 2n * WAD + 9n, ALICE, ALICE], ALICE)
      const taken = (await rig.read(btc, BALANCE_OF, [ALICE])) - held
      // A second of interest of the broker went by before it was paid.
      const within = UNIT / 1_000n
      return [
        { role: 'supply', token: usd, amount: supply },
        { role: 'borrow', token: usd, amount: debt + repaid, within },
        { role: 'collateral', token: btc, amount: collateral + taken },
      ]
    },
  }

  async function deployBroker(): Promise<Address> {
    const BrokerMath = await rig.deploy(code('BrokerMath'))
    const rates = await behindProxy(stage, 'RateCalculator', { BrokerMath })
    await rig.send(rates, 'function initialize(address, address, address)', [
      DEPLOYER,
      DEPLOYER,
      DEPLOYER,
    ])
    const relayer = await behindProxy(stage, 'BrokerInterestRelayer')
    const five = 'function initialize(address, address, address, address, address)'
    await rig.send(relayer, five, [DEPLOYER, DEPLOYER, moolah, VAULT, usd])
    const LendingBrokerOperatorLib = await rig.deploy(
      code('LendingBrokerOperatorLib', { BrokerMath }),
    )
    const libraries = { BrokerMath, LendingBrokerOperatorLib }
    const to = await behindProxy(stage, 'LendingBroker', libraries, 'address, address', [
      moolah,
      ZERO,
    ])
    const eight =
      'function initialize(address, address, address, address, address, uint256, address, address)'
    await rig.send(to, eight, [DEPLOYER, DEPLOYER, DEPLOYER, DEPLOYER, rates, 3n, relayer, ORACLE])
    await rig.send(to, 'function setMarketId(bytes32)', [brokeredId])
    await rig.send(relayer, 'function addBroker(address)', [to])
    await rig.send(rates, 'function registerBroker(address, uint256, uint256)', [
      to,
      A_SECOND,
      A_SECOND,
    ])
    const term = 'function updateFixedTermAndRate((uint256, uint256, uint256), bool)'
    await rig.send(to, term, [[1n, BigInt(7 * DAY), A_YEAR], false])
    await rig.send(moolah, 'function setMarketBroker(bytes32, address, bool)', [
      brokeredId,
      to,
      true,
    ])
    return to
  }
}
