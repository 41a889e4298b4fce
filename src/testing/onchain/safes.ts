import { concatHex, encodeFunctionData, padHex, parseAbi } from 'viem'
import * as z from 'zod'
import type { Address, Hex } from '../../chains/address.ts'
import { packagedCode, parseHex } from '../wallet/evm/artifacts.ts'
import { DEPLOYER, type Rig, ZERO } from '../wallet/evm/rig.ts'

const ABI = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address receiver)',
  'function enableModule(address module)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
])
const EXECUTE =
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) returns (bool)'
const CREATE = 'function createProxyWithNonce(address, bytes, uint256) returns (address)'

/** Where each version keeps its artifacts: GPL-3.0 (1.3.0) and LGPL-3.0, read by tests and never published. */
const VERSIONS = {
  '1.3.0': ['@gnosis.pm/safe-contracts', 'GnosisSafe', 'GnosisSafeProxyFactory'],
  '1.4.1': ['@safe-global/safe-contracts', 'Safe', 'SafeProxyFactory'],
  '1.5.0': ['@safe-global/safe-smart-account', 'Safe', 'SafeProxyFactory'],
} as const
type Version = keyof typeof VERSIONS

const logsSchema = z.array(
  z.looseObject({ address: z.string(), topics: z.array(z.string()), data: z.string() }),
)

export interface Safes {
  /** The code of the Safes by address, as `createIsSafe` takes it. */
  singletons: ReadonlyMap<Address, string>
  create: (version: Version, owners: readonly Address[], threshold: number) => Promise<Address>
  /** A call by a Safe of which the deployer is the only signer that is needed. */
  execute: (safe: Address, data: Hex) => Promise<void>
}

/** The real Safe of three versions, with its factory. */
export async function deploySafes(rig: Rig): Promise<Safes> {
  const singletons = new Map<Address, string>()
  const parts = new Map<Version, { singleton: Address; factory: Address }>()
  for (const version of ['1.3.0', '1.4.1', '1.5.0'] as const) {
    const [folder, safe, factory] = VERSIONS[version]
    const contracts = `${folder}/build/artifacts/contracts`
    const at = {
      singleton: await rig.deploy(packagedCode(`${contracts}/${safe}.sol/${safe}.json`)),
      factory: await rig.deploy(
        packagedCode(`${contracts}/proxies/${factory}.sol/${factory}.json`),
      ),
    }
    parts.set(version, at)
    singletons.set(at.singleton, version)
  }
  let nonce = 0n
  return {
    singletons,
    create: async (version, owners, threshold) => {
      const { singleton, factory } = parts.get(version) ?? { singleton: ZERO, factory: ZERO }
      const setup = encodeFunctionData({
        abi: ABI,
        functionName: 'setup',
        args: [owners, BigInt(threshold), ZERO, '0x', ZERO, ZERO, 0n, ZERO],
      })
      await rig.send(factory, CREATE, [singleton, setup, nonce++])
      return createdBy(rig, factory)
    },
    execute: async (safe, data) => {
      const zero = padHex('0x', { size: 32 })
      const signature = concatHex([padHex(DEPLOYER, { size: 32 }), zero, '0x01'])
      await rig.send(safe, EXECUTE, [safe, 0n, data, 0, 0n, 0n, 0n, ZERO, ZERO, signature])
    },
  }
}

/** `ProxyCreation` names the new Safe: first in its data, and in 1.5.0 in its topics. */
async function createdBy(rig: Rig, factory: Address): Promise<Address> {
  const filter = { address: factory, fromBlock: 'latest', toBlock: 'latest' }
  const [log] = logsSchema.parse(await rig.rpc('eth_getLogs', [filter]))
  const word = log?.topics[1] ?? log?.data.slice(0, 66) ?? ''
  return parseHex(`0x${word.slice(-40).toLowerCase()}`)
}

export function enableModule(module: Address): Hex {
  return encodeFunctionData({ abi: ABI, functionName: 'enableModule', args: [module] })
}

export function addOwner(owner: Address, threshold: number): Hex {
  const args = [owner, BigInt(threshold)] as const
  return encodeFunctionData({ abi: ABI, functionName: 'addOwnerWithThreshold', args })
}
