import {
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  hashMessage,
  keccak256,
  parseAbi,
  serializeErc6492Signature,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address, Hex } from '../chains/address.ts'
import { toAddress } from '../chains/evm/viem.ts'
import { isAnvilMissing } from '../testing/wallet/evm/anvil.ts'
import { packagedCode } from '../testing/wallet/evm/artifacts.ts'
import { type Rig, startRig, ZERO } from '../testing/wallet/evm/rig.ts'
import { createContractWalletVerifier, type VerifyContractWallet } from './contract-wallet.ts'

const CHAIN_ID = 8453
const TEXT = 'risk.example.org wants you to sign in with your Ethereum account:'
const CONTRACTS = '@safe-global/safe-smart-account/build/artifacts/contracts'
const CREATE =
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)'
const SETUP = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address receiver)',
])

// Known keys of anvil.
const alice = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
)
const bob = privateKeyToAccount(
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
)

describe.skipIf(isAnvilMissing())('a Safe 1.5.0 on a real chain', () => {
  let rig: Rig
  let verify: VerifyContractWallet
  let factory: Address
  let singleton: Address
  let handler: Address
  let deployed: Address

  beforeAll(async () => {
    rig = await startRig({ chainId: CHAIN_ID })
    const chain = { key: 'base', name: 'Base', maxLagSeconds: 120, urls: [rig.url] } as const
    verify = createContractWalletVerifier({
      chains: [{ ...chain, chainId: CHAIN_ID, isChosen: true }],
      fetch,
    })
    singleton = await rig.deploy(packagedCode(`${CONTRACTS}/Safe.sol/Safe.json`))
    factory = await rig.deploy(
      packagedCode(`${CONTRACTS}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`),
    )
    handler = await rig.deploy(
      packagedCode(
        `${CONTRACTS}/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json`,
      ),
    )
    deployed = await addressOf(0n)
    await rig.send(factory, CREATE, [singleton, setup(), 0n])
    expect(await rig.rpc('eth_getCode', [deployed, 'latest'])).not.toBe('0x')
  }, 30_000)
  afterAll(() => rig.stop())

  /** Owned by Alice and Bob, who must both sign. */
  function setup(): Hex {
    const args = [[alice.address, bob.address], 2n, ZERO, '0x', handler, ZERO, 0n, ZERO] as const
    return encodeFunctionData({ abi: SETUP, functionName: 'setup', args })
  }

  /** Where the factory will put a Safe: CREATE2 with the salt of `SafeProxyFactory.sol`. */
  async function addressOf(nonce: bigint): Promise<Address> {
    const creation = await rig.read(
      factory,
      'function proxyCreationCode() pure returns (bytes)',
      [],
    )
    const salt = keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(setup()), nonce]))
    const bytecode: Hex = `${creation}${singleton.slice(2).padStart(64, '0')}`
    const at = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
    const address = toAddress(at)
    if (address === null) throw new Error('no address')
    return address
  }

  /** As the owners of a Safe sign a text: the hash of EIP-191 in a `SafeMessage` of EIP-712, in the order of their addresses. */
  async function signedBy(safe: Address, owners: (typeof alice)[], text = TEXT): Promise<Hex> {
    const ordered = owners.toSorted((a, b) =>
      a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1,
    )
    const parts = await Promise.all(
      ordered.map((owner) =>
        owner.signTypedData({
          domain: { chainId: CHAIN_ID, verifyingContract: safe },
          types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
          primaryType: 'SafeMessage',
          message: { message: hashMessage(text) },
        }),
      ),
    )
    return `0x${parts.map((part) => part.slice(2)).join('')}`
  }

  const wrapped = (signature: Hex, nonce: bigint): Hex =>
    serializeErc6492Signature({
      address: factory,
      data: encodeFunctionData({
        abi: parseAbi([CREATE]),
        functionName: 'createProxyWithNonce',
        args: [singleton, setup(), nonce],
      }),
      signature,
    })

  test('accepts what enough of its owners signed (ERC-1271)', async () => {
    const signature = await signedBy(deployed, [alice, bob])
    expect(await verify(CHAIN_ID, deployed, TEXT, signature)).toBe(true)
  })

  test('refuses too few owners, another text, another Safe, and the plain signature of an owner', async () => {
    const right = await signedBy(deployed, [alice, bob])
    expect(await verify(CHAIN_ID, deployed, TEXT, await signedBy(deployed, [alice]))).toBe(false)
    expect(await verify(CHAIN_ID, deployed, `${TEXT} `, right)).toBe(false)
    const other = await signedBy(singleton, [alice, bob])
    expect(await verify(CHAIN_ID, deployed, TEXT, other)).toBe(false)
    const plain = await alice.signMessage({ message: TEXT })
    expect(await verify(CHAIN_ID, deployed, TEXT, plain)).toBe(false)
    expect(await verify(CHAIN_ID, alice.address, TEXT, right)).toBe(false)
  })

  test('accepts its owners before it is deployed, and is not deployed by that (ERC-6492)', async () => {
    const future = await addressOf(1n)
    const signature = await signedBy(future, [alice, bob])
    expect(await verify(CHAIN_ID, future, TEXT, signature)).toBe(false)
    expect(await verify(CHAIN_ID, future, TEXT, wrapped(signature, 1n))).toBe(true)
    expect(await rig.rpc('eth_getCode', [future, 'latest'])).toBe('0x')
  })

  test('that is not deployed refuses others, and a factory that makes another Safe', async () => {
    const future = await addressOf(1n)
    const few = await signedBy(future, [alice])
    expect(await verify(CHAIN_ID, future, TEXT, wrapped(few, 1n))).toBe(false)
    const signature = await signedBy(future, [alice, bob])
    expect(await verify(CHAIN_ID, future, TEXT, wrapped(signature, 2n))).toBe(false)
    expect(await verify(CHAIN_ID, bob.address, TEXT, wrapped(signature, 1n))).toBe(false)
  })

  test('accepts a wrapped signature once it is deployed too', async () => {
    const signature = await signedBy(deployed, [alice, bob])
    expect(await verify(CHAIN_ID, deployed, TEXT, wrapped(signature, 0n))).toBe(true)
  })
})
