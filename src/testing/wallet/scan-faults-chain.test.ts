import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { walletScanResult } from '../../contract/wallet-scan.ts'
import { scanWallet } from '../../wallet/scan.ts'
import { isAnvilMissing } from './evm/anvil.ts'
import { ALICE, MULTICALL3 } from './evm/rig.ts'
import { type FaultyRig, type RigKey, rigDeps, startFaultyRigs } from './faulty-rigs.ts'

type Entries = readonly (keyof FaultyRig['entries'])[]
const SOUND: Entries = ['token', 'vault']
const NAMES = { ethereum: 'Ethereum', arbitrum: 'Arbitrum', base: 'Base' } as const

/** What is wrong with a chain: what else is read there, or what befalls it. */
interface Fault {
  entries?: Entries
  befalls?: (rig: FaultyRig) => Promise<unknown>
}

const FAULTS: Record<string, Fault> = {
  'two gas bombs': { entries: [...SOUND, 'bomb1', 'bomb2'] },
  'nothing but gas bombs': { entries: ['bomb1', 'bomb2'] },
  'no Multicall3': { befalls: ({ rig }) => rig.rpc('anvil_setCode', [MULTICALL3, '0x']) },
  'decimals and an asset that are lies': { entries: [...SOUND, 'liar'] },
  'a reorganisation between two rounds': {
    befalls: async ({ rig, node }) => {
      await rig.rpc('anvil_mine', ['0x3'])
      let isDone = false
      node.before = async () => {
        if (isDone || node.seen.at(-1)?.params[1] === 'latest') return
        isDone = true
        await rig.rpc('anvil_rollback', [2])
      }
    },
  },
  'a first round after which the node is gone': {
    befalls: async ({ node }) => {
      node.before = async () => {
        if (node.seen.at(-1)?.params[1] !== 'latest') node.fault = 'http-503'
      }
    },
  },
}

type Row = [fault: string, status: string, protocols: Record<string, string>]

/** The status of a chain with this fault, and how its protocols were read: `ok`, or why they failed. */
const TABLE: Row[] = [
  ['two gas bombs', 'partial', { token: 'ok', vault: 'ok', bomb1: 'contract', bomb2: 'contract' }],
  ['nothing but gas bombs', 'unavailable', { bomb1: 'contract', bomb2: 'contract' }],
  ['no Multicall3', 'ok', { token: 'ok', vault: 'ok' }],
  [
    'decimals and an asset that are lies',
    'partial',
    { token: 'ok', vault: 'ok', liar: 'contract' },
  ],
  ['a reorganisation between two rounds', 'partial', { token: 'ok', vault: 'ok' }],
  ['a first round after which the node is gone', 'partial', { token: 'ok', vault: 'rpc' }],
]

describe.skipIf(isAnvilMissing())('chains that stand', () => {
  let rigs: FaultyRig[]
  beforeAll(async () => {
    rigs = await startFaultyRigs()
  }, 120_000)
  afterAll(() => Promise.all(rigs.flatMap(({ rig, node }) => [node.stop(), rig.stop()])))
  beforeEach(async () => {
    const snapshots = await Promise.all(rigs.map(({ rig }) => rig.rpc('evm_snapshot', [])))
    for (const { node } of rigs) Object.assign(node, { fault: null, before: async () => {} })
    return async () => {
      await Promise.all(rigs.map(({ rig }, at) => rig.rpc('evm_revert', [snapshots[at]])))
    }
  })

  const scan = async (fault: Fault, keys: readonly RigKey[]) => {
    const faulty = rigs.filter(({ key }) => keys.includes(key))
    for (const rig of faulty) await fault.befalls?.(rig)
    const deps = rigDeps(rigs, (rig) => {
      const names = faulty.includes(rig) ? (fault.entries ?? SOUND) : SOUND
      return names.map((name) => rig.entries[name])
    })
    const outcome = await scanWallet(ALICE, deps)
    if (outcome.kind !== 'scanned') throw new Error(outcome.reason)
    return walletScanResult.parse(outcome.result)
  }

  describe.each(TABLE)('with %s', (name, status, protocols) => {
    test.each<[string, RigKey[]]>([
      ['one', ['arbitrum']],
      ['some', ['ethereum', 'arbitrum']],
      ['all', ['ethereum', 'arbitrum', 'base']],
    ])('%s of them: the answer reports these and no other', async (_, keys) => {
      const result = await scan(FAULTS[name] ?? {}, keys)
      const expected = rigs.map(({ key }) => {
        const isFaulty = keys.includes(key)
        const read = isFaulty ? protocols : { token: 'ok', vault: 'ok' }
        return { chain: NAMES[key], status: isFaulty ? status : 'ok', read }
      })
      const seen = result.coverage
        .filter(({ chain }) => chain !== 'Hyperliquid')
        .map(({ chain, status: said, protocols: all }) => ({
          chain,
          status: said,
          read: Object.fromEntries(
            all.map(({ id, reason, status: ended }) => [id, reason ?? ended]),
          ),
        }))
      const byName = (a: { chain: string }, b: { chain: string }) => (a.chain < b.chain ? -1 : 1)
      expect(seen).toEqual(expected.sort(byName))
      const held = expected.flatMap(({ chain, read }) =>
        Object.entries(read).flatMap(([id, said]) => (said === 'ok' ? `${chain} ${id} 10` : [])),
      )
      const found = result.positions.map(
        ({ chain, protocolSlug, legs }) => `${chain} ${protocolSlug} ${legs[0]?.amount}`,
      )
      expect(found.sort()).toEqual(held.sort())
      expect(result.totals.complete).toBe(status === 'ok')
    })
  })
})
