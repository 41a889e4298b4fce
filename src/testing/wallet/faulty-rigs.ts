import type { Address } from '../../chains/address.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { type FaultyNode, startFaultyNode } from './evm/faulty-node.ts'
import {
  ALICE,
  approve,
  deployLocal,
  deployToken,
  deployVault,
  mint,
  placeArbSys,
  type Rig,
  startRig,
} from './evm/rig.ts'
import { depsOf, NOW, PATIENT, worldOf } from './scan-world.ts'

const DEPOSIT = 'function deposit(uint256, address) returns (uint256)'
const CHAINS = [
  { key: 'ethereum', chainId: 1, name: 'Ethereum', maxLagSeconds: 300 },
  { key: 'arbitrum', chainId: 42161, name: 'Arbitrum', maxLagSeconds: 300 },
  { key: 'base', chainId: 8453, name: 'Base', maxLagSeconds: 300 },
] as const
export type RigKey = (typeof CHAINS)[number]['key']

/** A chain that stands, on which Alice has ten of a token and ten in a vault, and its node. */
export interface FaultyRig {
  key: RigKey
  rig: Rig
  node: FaultyNode
  /** Entries of the contract lists: what she has, and contracts that misbehave. */
  entries: Record<'token' | 'vault' | 'bomb1' | 'bomb2' | 'liar', object>
}

/** Three chains, all alike. */
export async function startFaultyRigs(): Promise<FaultyRig[]> {
  return await Promise.all(
    CHAINS.map(async ({ key, chainId }) => {
      const rig = await startRig({ chainId, nowMs: NOW })
      await placeArbSys(rig)
      return { key, rig, node: await startFaultyNode(rig.url), entries: await entriesOn(rig) }
    }),
  )
}

async function entriesOn(rig: Rig): Promise<FaultyRig['entries']> {
  const token = await deployToken(rig, 'TEN', 0)
  const asset = await deployToken(rig, 'IN', 0)
  const vault = await deployVault(rig, asset, 'vIN')
  await mint(rig, token, ALICE, 10n)
  await mint(rig, asset, ALICE, 10n)
  await approve(rig, asset, vault, ALICE)
  await rig.send(vault, DEPOSIT, [10n, ALICE], ALICE)
  const bomb1 = await deployLocal(rig, 'faulty.sol', 'GasBomb')
  const bomb2 = await deployLocal(rig, 'faulty.sol', 'GasBomb')
  const liar = await deployLocal(rig, 'faulty.sol', 'Liar', 'uint256', [256n])
  const receipt = (protocol: string, address: Address) => ({
    ...entry(protocol, 'lst', 'liquid-staking'),
    token: { address, symbol: protocol, decimals: 0 },
  })
  const held = { address: asset, symbol: 'IN', decimals: 0 }
  return {
    token: receipt('token', token),
    vault: { ...entry('vault', 'vault', 'erc4626'), vault, asset: held },
    bomb1: receipt('bomb1', bomb1),
    bomb2: receipt('bomb2', bomb2),
    // Says 256 to whatever it is asked: shares, assets, the asset's address.
    liar: { ...entry('liar', 'vault', 'erc4626'), vault: liar },
  }
}

function entry(id: string, product: string, driver: string) {
  return { id, protocol: id, product, driver, source: 'test' }
}

/** What a scan of these chains needs. `entriesOf` chooses what is read on each. */
export function rigDeps(
  rigs: readonly FaultyRig[],
  entriesOf: (rig: FaultyRig) => readonly object[],
): ScanDeps {
  const { deps } = depsOf(worldOf())
  return {
    ...deps,
    fetch: (url, init) => (url.startsWith('http:') ? fetch(url, init) : deps.fetch(url, init)),
    chains: CHAINS.map((chain) => ({
      ...chain,
      urls: rigs.flatMap(({ key, node }) => (key === chain.key ? node.url : [])),
    })),
    contracts: (key) => {
      const rig = rigs.find((each) => each.key === key)
      const chainId = CHAINS.find((each) => each.key === key)?.chainId
      const entries = rig ? entriesOf(rig) : []
      return parseContractList({ chain: key, chainId, generatedFrom: {}, entries }, key)
    },
    limits: PATIENT,
  }
}
