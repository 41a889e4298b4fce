import { keccak256, stringToBytes } from 'viem'
import type { Address, Hex } from '../../../chains/address.ts'
import { NOW } from '../../../chains/evm/abi.ts'
import { at, says } from '../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { packagedCode } from './artifacts.ts'
import type { Stage } from './record-run.ts'
import { placeFacts } from './recorded-contracts.ts'
import { ALICE, MULTICALL3, type Rig } from './rig.ts'

export const WAD = 10n ** 18n
export const BALANCE_OF = 'function balanceOf(address) view returns (uint256)'
export const SUPPLY = 'function totalSupply() view returns (uint256)'

/** Puts contracts that answer only this in place of those that a scenario does without. */
export function standIn(
  rig: Rig,
  to: Address,
  ...answers: [question: string, args: readonly unknown[], ...values: unknown[]][]
): Promise<void> {
  return placeFacts(
    rig,
    answers.map(([question, args, ...values]) => says(to, question, args, ...values)),
  )
}

/** A contract of the origin that works behind a proxy. */
export async function behindProxy(
  { rig, code }: Stage,
  name: string,
  libraries?: Record<string, Address>,
  ...made: [types?: string, args?: readonly unknown[]]
): Promise<Address> {
  const proxy = packagedCode('openzeppelin-4/build/contracts/ERC1967Proxy.json')
  const logic = await rig.deploy(code(name, libraries), ...made)
  return rig.deploy(proxy, 'address, bytes', [logic, '0x'])
}

/** Lets a contract send as if it asked for that itself. */
export async function actAs(rig: Rig, contract: Address): Promise<Address> {
  await rig.rpc('anvil_impersonateAccount', [contract])
  await rig.rpc('anvil_setBalance', [contract, '0x56bc75e2d63100000'])
  return contract
}

/** The run of a token that Alice holds, with its rate by a function of a contract, and what the protocol makes of her balance. */
export function rateRun(
  { rig }: Stage,
  row: {
    protocol: string
    symbol: string
    decimals?: number
    of?: string
    ofDecimals?: number
    token: Address
  },
  [contract, name, more = {}]: readonly [contract: Address, name: string, more?: object],
  worth: (amount: bigint) => Promise<bigint>,
  within = 0n,
) {
  const { protocol, symbol, decimals = 18, of: ofSymbol = 'WETH', token } = row
  const { ofDecimals = decimals } = row
  const of = { address: at(0xe), symbol: ofSymbol, decimals: ofDecimals }
  return {
    owner: ALICE,
    entry: {
      id: protocol,
      protocol,
      product: 'lst',
      driver: 'holding',
      token: { address: token, symbol, decimals },
      rate: { contract, function: name, of, ...more },
    },
    close: async () => {
      const amount = await worth(await rig.read(token, BALANCE_OF, [ALICE]))
      return [{ role: 'stake', token: of.address, amount, ...(within > 0n && { within }) }]
    },
  }
}

/** Lets time pass, in one block. */
export async function wait(rig: Rig, seconds: number): Promise<void> {
  const now = await rig.read(MULTICALL3, NOW, [])
  await rig.rpc('evm_setNextBlockTimestamp', [Number(now) + seconds])
  await rig.rpc('evm_mine', [])
}

/** The ether of an account. */
export async function etherOf(rig: Rig, account: Address): Promise<bigint> {
  return BigInt(String(await rig.rpc('eth_getBalance', [account, 'latest'])))
}

/** The key of a role or a name, as contracts hash it. */
export function keyOf(name: string): Hex {
  return keccak256(stringToBytes(name))
}
