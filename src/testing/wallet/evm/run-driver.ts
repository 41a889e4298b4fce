import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import type { DriverDefinition } from '../../../wallet/evm/drivers/driver.ts'
import type { NftIndex } from '../../../wallet/evm/nft-index.ts'
import { type Reader, readChain } from '../../../wallet/evm/read-chain.ts'
import type { Finding } from '../../../wallet/model/finding.ts'
import { parseHex } from './artifacts.ts'
import type { Rig } from './rig.ts'

/** What a driver finds when each of its calls is asked by itself on a local chain. */
export async function runOnRig<Entry>(
  rig: Rig,
  driver: Pick<DriverDefinition<Entry>, 'read'>,
  entry: Entry,
  owner: Address,
): Promise<Finding[]> {
  const reading = driver.read(entry, owner)
  let step = reading.next()
  while (!step.done) {
    const replies: Reply[] = []
    for (const call of step.value) replies.push(await ask(rig, call))
    step = reading.next(replies)
  }
  return step.value
}

/** What a contract on a local chain replies. */
export async function ask(rig: Rig, { to, data }: Pick<Call, 'to' | 'data'>): Promise<Reply> {
  try {
    const result = await rig.rpc('eth_call', [{ to, data }, 'latest'])
    return { ok: true, data: parseHex(z.string().parse(result)) }
  } catch {
    return { ok: false }
  }
}

/**
 * What a driver finds when it is asked through the planner, as a scan does, so that a lens runs without being deployed. Throws when the
 * chain or the protocol was not read.
 */
export function readOnRig<Entry>(
  rig: Rig,
  driver: Pick<DriverDefinition<Entry>, 'read'>,
  entry: Entry,
  owner: Address,
  runsCode?: false,
): Promise<Finding[]> {
  return runOnChain(rig, { read: (each) => driver.read(entry, each), owner, runsCode })
}

/** The same for any reader, with an index of NFTs beside the chain. */
export async function runOnChain(
  rig: Rig,
  {
    read,
    owner,
    nfts,
    runsCode,
  }: {
    read: Reader['read']
    owner: Address
    nfts?: NftIndex
    runsCode?: false | undefined
  },
): Promise<Finding[]> {
  const { status, findings } = await scanOnRig(rig, read, owner, nfts, runsCode)
  if (status !== 'ok') throw new Error(`not read: ${status}`)
  return findings
}

/** What a scan makes of one reader, also where it fails. */
export async function scanOnRig(
  rig: Rig,
  read: Reader['read'],
  owner: Address,
  nfts?: NftIndex,
  runsCode?: false,
): Promise<{ status: string | undefined; findings: Finding[]; rounds: number; requests: number }> {
  const reading = await readChain(owner, {
    chain: { chainId: 1, maxLagSeconds: 300, ...(runsCode === false && { runsCode }) },
    urls: [rig.url],
    readers: [{ id: 'it', read }],
    ...(nfts && { nfts }),
    deadline: AbortSignal.timeout(20_000),
    fetch,
    now: Date.now,
  })
  return {
    status: reading.protocols[0]?.status,
    rounds: reading.rounds,
    findings: reading.findings.get('it') ?? [],
    requests: reading.requests,
  }
}

/** The amounts of a position by role and symbol. */
export function amountsIn(finding: Finding | undefined): Record<string, bigint> {
  const legs = finding?.legs ?? []
  return Object.fromEntries(legs.map(({ role, symbol, amount }) => [`${role} ${symbol}`, amount]))
}

/** For `beforeEach`: the chain is as before after each test. */
export async function revertAfterwards(rig: Rig): Promise<() => Promise<void>> {
  const snapshot = await rig.rpc('evm_snapshot', [])
  return async () => {
    await rig.rpc('evm_revert', [snapshot])
  }
}
