import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  BOB,
  DEPLOYER,
  deployLocal,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import type { Finding } from '../../model/finding.ts'
import { readChain } from '../read-chain.ts'
import type { CallSteps } from '../reader-run.ts'
import { at } from './fixtures/fake-chain.ts'
import { nexus, nexusEntry } from './nexus.ts'
import { withdrawalNft, withdrawalNftEntry } from './withdrawal-nft.ts'

const GWEI = 10n ** 9n
const WETH = { address: at(1), symbol: 'WETH', decimals: 18 }
const NXM = { address: at(2), symbol: 'NXM', decimals: 18 }
const base = { id: 'x', protocol: 'p', source: 'test' } as const
const TRANCHE = 91 * 86_400
/** Seconds since 1970 of the rig's first block: in tranche 240. */
const START = 240 * TRANCHE + 1_000

describe.skipIf(isAnvilMissing())('NFTs that no collection lists by owner, on a real chain', () => {
  let rig: Rig
  let requests: Address
  let stakes: Address

  beforeAll(async () => {
    rig = await startRig({ nowMs: START * 1_000 })
    requests = await deployLocal(rig, 'owned-nfts.sol', 'EtherfiRequests')
    const request = 'function request(uint96 amount, uint32 fee, bool isValid)'
    await rig.send(requests, request, [99n * GWEI, 0, true], BOB)
    await rig.send(requests, request, [10n * GWEI, 3, true], ALICE)
    await rig.send(requests, 'function skipTo(uint32 id)', [20_003])
    await rig.send(requests, request, [20n * GWEI, 0, true], ALICE)
    await rig.send(requests, request, [30n * GWEI, 5, true], ALICE)
    await rig.send(requests, request, [40n * GWEI, 0, false], ALICE)
    await rig.send(requests, request, [50n * GWEI, 2, true], ALICE)
    await rig.send(requests, 'function burn(uint256 id)', [20_003n])
    await rig.send(requests, 'function finalize(uint32 last)', [20_005])

    stakes = await deployLocal(rig, 'owned-nfts.sol', 'NexusStakes')
    for (const owner of [BOB, ALICE, ALICE]) await rig.send(stakes, 'function mint()', [], owner)
    const deposit = 'function deposit(uint256, uint256, uint256, uint256)'
    await rig.send(stakes, deposit, [1n, 241n, 1n, 1n])
    await rig.send(stakes, deposit, [2n, 239n, 50n, 4n])
    await rig.send(stakes, deposit, [2n, 242n, 70n, 6n])
  }, 60_000)
  afterAll(() => rig.stop())

  const read = async (reader: (owner: Address) => CallSteps<Finding[]>, owner: Address) => {
    const reading = await readChain({
      chain: { chainId: 1, maxLagSeconds: 300 },
      urls: [rig.url],
      readers: [{ id: 'it', read: reader }],
      owner,
      deadline: AbortSignal.timeout(30_000),
      fetch,
      now: () => START * 1_000,
    })
    expect(reading.status).toBe('ok')
    return { rounds: reading.rounds, found: reading.findings.get('it') ?? [] }
  }
  const withdrawals = (owner: Address) => {
    const entry = withdrawalNftEntry.parse({
      ...base,
      product: 'lst',
      driver: 'withdrawal-nft',
      collection: requests,
      symbol: 'request',
      native: WETH,
    })
    return read((each) => withdrawalNft.read(entry, each), owner)
  }
  const staked = (owner: Address) => {
    const entry = nexusEntry.parse({
      ...base,
      product: 'staking',
      driver: 'nexus',
      collection: stakes,
      viewer: stakes,
      nxm: NXM,
    })
    return read((each) => nexus.read(entry, each), owner)
  }

  test('a request at ether.fi is reported as what it pays or is to pay less its fee, and older ones are counted', async () => {
    const { found } = await withdrawals(ALICE)
    expect(found.map(({ ref, legs, withdrawal }) => [ref, legs[0]?.amount, withdrawal])).toEqual([
      ['withdrawal 20006', 48n * GWEI, { unlocksAt: null, isClaimable: false }],
      ['withdrawal 20005', 36n * GWEI, { unlocksAt: null, isClaimable: false }],
      ['withdrawal 20004', 22n * GWEI, { unlocksAt: null, isClaimable: true }],
      [null, 1n, { unlocksAt: null, isClaimable: null }],
    ])
    expect(found.at(-1)?.legs).toMatchObject([{ isUnread: true, symbol: 'request' }])
  })

  test('stakes at Nexus Mutual have the end of their tranche, also of one that is over', async () => {
    const { found } = await staked(ALICE)
    expect(found.map(({ ref, legs, withdrawal }) => [ref, legs[0]?.amount, withdrawal])).toEqual([
      ['2 tranche 239', 50n, { unlocksAt: 240 * TRANCHE, isClaimable: true }],
      ['2 tranche 242', 70n, { unlocksAt: 243 * TRANCHE, isClaimable: false }],
      ['2', 10n, undefined],
    ])
    expect(found.at(-1)?.legs[0]?.role).toBe('reward')
  })

  test('an owner who has no NFT costs one round', async () => {
    expect(await withdrawals(DEPLOYER)).toEqual({ rounds: 1, found: [] })
    expect(await staked(DEPLOYER)).toEqual({ rounds: 1, found: [] })
  })
})
