import { describe, expect, test } from 'vitest'
import { NOW as TIMESTAMP } from '../../chains/evm/abi.ts'
import type { Call } from '../../chains/evm/call.ts'
import { type BundledReply, MULTICALL3 } from '../../chains/evm/multicall.ts'
import { encodeCall } from '../../chains/evm/viem.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import { decimalAmount } from '../../wallet/model/amounts.ts'
import { scanWallet } from '../../wallet/scan.ts'
import {
  RECORDED_RUNS,
  type RecordedRun,
  readRecordedRun,
  replay,
  replyOf,
} from './evm/recorded-run.ts'
import { answerOf, depsOf, NOW, PATIENT, worldOf } from './scan-world.ts'

const TIME = encodeCall(TIMESTAMP, [])
/** Runs of a protocol that is only on a chain where no lens runs, which is asked in more rounds. */
const WITHOUT_LENS = ['maker-fork']

/** A recorded contract's answer; null where none was asked. */
function replyIn(run: RecordedRun, call: Call): BundledReply | null {
  if (![...run.replies, ...run.lenses].some(({ to, data }) => to === call.to && data === call.data))
    return null
  const reply = replyOf(run, call)
  return reply.ok ? reply : { ok: false, data: '0x01' }
}

/** Seconds since 1970 of the recorded block, where the run asked for them. */
function timeOf({ replies }: RecordedRun): number {
  const time = replies.find(({ to, data }) => to === MULTICALL3 && data === TIME)?.reply
  return time ? Number(BigInt(time)) : NOW / 1000
}

async function scan(run: RecordedRun, runsCode: boolean) {
  const time = timeOf(run)
  const world = worldOf({
    balance: 0n,
    lag: { ethereum: NOW / 1000 - time },
    reply: (call, key) => (key === 'ethereum' ? replyIn(run, call) : null),
  })
  const { deps } = depsOf(world)
  const outcome = scanWallet(run.owner, {
    ...deps,
    now: () => time * 1000,
    chains: deps.chains
      .filter(({ key }) => key === 'ethereum')
      .map((chain) => (runsCode ? chain : { ...chain, runsCode })),
    limits: PATIENT,
    contracts: (key) =>
      key === 'ethereum'
        ? parseContractList(
            { chain: key, chainId: 1, generatedFrom: {}, entries: [run.entry] },
            key,
          )
        : deps.contracts(key),
  })
  return await answerOf(outcome)
}

describe('a scan of a chain where the contracts of a protocol answer as they did', () => {
  test.each(RECORDED_RUNS)(
    'has each position of %s once, and nothing beside them',
    async (name) => {
      const run = readRecordedRun(name)
      const findings = await replay(run, null)
      const { positions, coverage } = await scan(run, !WITHOUT_LENS.includes(name))
      const found = positions.map(({ protocolSlug, market, ref, legs, withdrawal, perp }) => [
        protocolSlug,
        market,
        ref,
        legs.map(({ role, amount, symbol }) => `${role} ${amount} ${symbol}`),
        withdrawal?.unlocksAt ?? null,
        withdrawal?.isClaimable ?? null,
        perp?.side ?? null,
      ])
      const expected = findings.map(({ protocol, market, ref, legs, withdrawal, perp }) => [
        protocol,
        market,
        ref,
        legs.map(
          ({ role, amount, decimals, symbol }) =>
            `${role} ${decimalAmount(amount, decimals)} ${symbol}`,
        ),
        withdrawal?.unlocksAt ? new Date(withdrawal.unlocksAt * 1000).toISOString() : null,
        withdrawal?.isClaimable ?? null,
        perp?.side ?? null,
      ])
      expect(found.map((each) => JSON.stringify(each)).sort()).toEqual(
        expected.map((each) => JSON.stringify(each)).sort(),
      )
      expect(new Set(positions.map(({ id }) => id)).size).toBe(positions.length)
      expect(coverage.find(({ chain }) => chain === 'Ethereum')).toMatchObject({ status: 'ok' })
    },
  )
})
