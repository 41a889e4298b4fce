import { type Hex, stringToHex } from 'viem'
import type { Address } from '../../../../chains/address.ts'
import { at } from '../../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Play } from '../record-run.ts'
import { ALICE, approve, BOB, deployToken, mint } from '../rig.ts'
import { BALANCE_OF, standIn, WAD, wait } from '../stage.ts'

const RAY = 10n ** 27n
const RAD = 10n ** 45n
const VOW = at(0x9001)
const [TRX, STRX] = ['TRX-A', 'STRX-A'].map(bytesOf) as [Hex, Hex]

function bytesOf(text: string): Hex {
  return stringToHex(text, { size: 32 })
}

export const play: Play = async ({ rig, code }) => {
  const vat = await rig.deploy(code('Vat'))
  const spotter = await rig.deploy(code('Spotter'), 'address', [vat])
  const jug = await rig.deploy(code('Jug'), 'address', [vat])
  const dai = await rig.deploy(code('Dai'), 'uint256', [31_337n])
  const daiJoin = await rig.deploy(code('DaiJoin'), 'address, address', [vat, dai])
  const manager = await rig.deploy(code('DssCdpManager'), 'address', [vat])
  const rely = (of: Address, who: Address) => rig.send(of, 'function rely(address)', [who])
  await rely(dai, daiJoin)
  for (const ward of [spotter, jug]) await rely(vat, ward)
  await rig.send(vat, 'function file(bytes32, uint256)', [bytesOf('Line'), 10n ** 9n * RAD])
  await rig.send(jug, 'function file(bytes32, address)', [bytesOf('vow'), VOW])
  // Five per cent a year.
  const base = [bytesOf('base'), 1_547_125_957_863_212_448n] as const
  await rig.send(jug, 'function file(bytes32, uint256)', base)

  const kind = async (ilk: Hex, symbol: string, decimals: number, price: bigint, mat: bigint) => {
    const token = await deployToken(rig, symbol, decimals)
    const name = decimals < 18 ? 'GemJoin5' : 'GemJoin'
    const join = await rig.deploy(code(name), 'address, bytes32, address', [vat, ilk, token])
    await rely(vat, join)
    const pip = at(0x9100 + decimals)
    await standIn(rig, pip, [
      'function peek() returns (bytes32, bool)',
      [],
      `0x${price.toString(16).padStart(64, '0')}`,
      true,
    ])
    await rig.send(vat, 'function init(bytes32)', [ilk])
    await rig.send(jug, 'function init(bytes32)', [ilk])
    const line = [ilk, bytesOf('line'), 10n ** 8n * RAD] as const
    await rig.send(vat, 'function file(bytes32, bytes32, uint256)', line)
    const feed = [ilk, bytesOf('pip'), pip] as const
    await rig.send(spotter, 'function file(bytes32, bytes32, address)', feed)
    await rig.send(spotter, 'function file(bytes32, bytes32, uint256)', [ilk, bytesOf('mat'), mat])
    await rig.send(spotter, 'function poke(bytes32)', [ilk])
    return { ilk, token, join, unit: 10n ** BigInt(18 - decimals) }
  }
  const trx = await kind(TRX, 'WTRX', 6, WAD / 4n, (3n * RAY) / 2n)
  const strx = await kind(STRX, 'sTRX', 18, WAD / 3n, (17n * RAY) / 10n)
  type Kind = typeof trx

  let opened = 0n
  const open = async ({ ilk }: Kind, owner: Address) => {
    await rig.send(manager, 'function open(bytes32, address) returns (uint256)', [ilk, owner])
    opened += 1n
    const urn = await rig.read(manager, 'function urns(uint256) view returns (address)', [opened])
    return { id: opened, urn }
  }
  const frob = (id: bigint, ink: bigint, art: bigint, owner: Address) =>
    rig.send(manager, 'function frob(uint256, int256, int256)', [id, ink, art], owner)
  const fill = async (
    of: Kind,
    vault: { id: bigint; urn: Address },
    amount: bigint,
    debt: bigint,
    owner: Address,
  ) => {
    await mint(rig, of.token, owner, amount)
    await approve(rig, of.token, of.join, owner)
    await rig.send(of.join, 'function join(address, uint256)', [vault.urn, amount], owner)
    await frob(vault.id, amount * of.unit, debt, owner)
    if (debt === 0n) return
    await rig.send(
      manager,
      'function move(uint256, address, uint256)',
      [vault.id, owner, debt * RAY],
      owner,
    )
    await rig.send(vat, 'function hope(address)', [daiJoin], owner)
    await rig.send(daiJoin, 'function exit(address, uint256)', [owner, debt], owner)
  }
  const first = await open(trx, ALICE)
  const others = await open(strx, BOB)
  await open(trx, ALICE)
  const third = await open(strx, ALICE)
  await fill(trx, first, 9_000_000_001n, 1_000n * WAD + 7n, ALICE)
  await fill(strx, third, 5_000n * WAD + 3n, 700n * WAD, ALICE)
  await fill(strx, others, 11n * WAD, 0n, BOB)
  await rig.send(manager, 'function give(uint256, address)', [others.id, ALICE], BOB)
  const lender = await open(trx, BOB)
  await fill(trx, lender, 90_000_000_000n, 10_000n * WAD, BOB)
  await wait(rig, 30 * 86_400)
  for (const { ilk } of [trx, strx])
    await rig.send(jug, 'function drip(bytes32) returns (uint256)', [ilk])

  const fields = { id: 'maker', protocol: 'usdd', product: 'lending', driver: 'maker' }
  const coin = { address: dai, symbol: 'USDD', decimals: 18 }
  const gems = [
    { ilk: 'TRX-A', token: { address: trx.token, symbol: 'WTRX', decimals: 6 } },
    { ilk: 'STRX-A', token: { address: strx.token, symbol: 'sTRX', decimals: 18 } },
  ]
  return {
    owner: ALICE,
    entry: { ...fields, manager, vat, spotter, gems, dai: coin },
    close: async () => {
      await rig.send(
        dai,
        'function transfer(address, uint256) returns (bool)',
        [ALICE, 100n * WAD],
        BOB,
      )
      await approve(rig, dai, daiJoin, ALICE)
      let paid = 0n
      for (const [of, { id, urn }] of [
        [trx, first],
        [strx, third],
        [strx, others],
      ] as const) {
        const [ink, art] = await rig.read(
          vat,
          'function urns(bytes32, address) view returns (uint256, uint256)',
          [of.ilk, urn],
        )
        const [, rate] = await rig.read(
          vat,
          'function ilks(bytes32) view returns (uint256, uint256, uint256, uint256, uint256)',
          [of.ilk],
        )
        const owed = (art * rate + RAY - 1n) / RAY
        const before = await rig.read(dai, BALANCE_OF, [ALICE])
        if (owed > 0n)
          await rig.send(daiJoin, 'function join(address, uint256)', [urn, owed], ALICE)
        paid += before - (await rig.read(dai, BALANCE_OF, [ALICE]))
        await frob(id, -ink, -art, ALICE)
        await rig.send(manager, 'function flux(uint256, address, uint256)', [id, ALICE, ink], ALICE)
        await rig.send(of.join, 'function exit(address, uint256)', [ALICE, ink / of.unit], ALICE)
      }
      const held = (token: Address) => rig.read(token, BALANCE_OF, [ALICE])
      return [
        { role: 'collateral', token: trx.token, amount: await held(trx.token) },
        { role: 'collateral', token: strx.token, amount: await held(strx.token) },
        { role: 'borrow', token: dai, amount: paid, within: 2n },
      ]
    },
  }
}
