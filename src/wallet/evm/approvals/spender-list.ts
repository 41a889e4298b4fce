import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { SCAN_CHAINS, type ScanChainKey } from '../../../chains/scan-chains.ts'
import type { ApprovalLoss, Spender } from '../../model/approval.ts'
import { address } from '../../model/entry-base.ts'

const CONTRACTS = path.resolve(import.meta.dirname, '../../../../data/wallet/contracts')

const key = z.string().regex(/^[A-Za-z0-9-]+$/)
const text = z.string().min(1)

const source = z.strictObject({
  /** A public repository at a commit, or a package with its version. */
  source: text,
  licence: text,
  day: z.iso.date(),
})

/** Money that was taken from people through their approvals. What the source does not say is left out. */
const loss = z.strictObject({
  name: text,
  day: z.iso.date().optional(),
  usd: z.number().positive().optional(),
  source: key,
})

/** `data/wallet/contracts/spenders.json`: contracts to which people give approvals, and those through which approvals were abused. */
const spenderList = z
  .strictObject({
    sources: z.record(key, source),
    losses: z.record(key, loss),
    /** Symbols of tokens that nearly everybody held once: they are asked about even if none is held. */
    always: z.array(text),
    spenders: z.array(
      z.strictObject({
        address,
        name: text.max(80),
        /** Slug of the protocol, listed in `protocols.json`. */
        protocol: text.optional(),
        chains: z.array(z.enum(SCAN_CHAINS.map((chain) => chain.key))).min(1),
        loss: key.optional(),
        /** It takes NFTs too. */
        nft: z.literal(true).optional(),
        source: key,
      }),
    ),
  })
  .refine(
    ({ sources, losses, spenders }) =>
      [...spenders, ...Object.values(losses)].every((each) => each.source in sources) &&
      spenders.every(({ loss: of }) => of === undefined || of in losses),
    'A spender or loss names a source or loss that is not there.',
  )

type SpenderFile = z.infer<typeof spenderList>

/** The spenders of one chain, and the symbols of tokens that are always asked about. */
export interface SpenderList {
  always: ReadonlySet<string>
  spenders: readonly Spender[]
  /** Those that take NFTs. */
  operators: readonly Spender[]
}

/** The spenders of a chain. Throws when the file does not match its schema. */
export function parseSpenders(json: unknown): (chain: ScanChainKey) => SpenderList {
  const file = spenderList.parse(json)
  const always = new Set(file.always)
  const kept = new Map<ScanChainKey, SpenderList>()
  return (chain) => {
    const known = kept.get(chain) ?? listOf(file, always, chain)
    kept.set(chain, known)
    return known
  }
}

/** As `openContracts`: the file is read and parsed once, on first use. */
export function openSpenders(folder: string = CONTRACTS): (chain: ScanChainKey) => SpenderList {
  let parsed: ((chain: ScanChainKey) => SpenderList) | null = null
  return (chain) => {
    parsed ??= parseSpenders(readSpenders(folder))
    return parsed(chain)
  }
}

/** The file of all chains. Throws when it does not match its schema. */
export function readSpenderFile(folder: string = CONTRACTS): SpenderFile {
  return spenderList.parse(readSpenders(folder))
}

function readSpenders(folder: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, 'spenders.json'), 'utf8'))
}

function listOf(
  { spenders, losses, sources }: SpenderFile,
  always: ReadonlySet<string>,
  chain: ScanChainKey,
): SpenderList {
  const lossOf = (name: string | undefined): ApprovalLoss | null => {
    const found = name === undefined ? undefined : losses[name]
    if (!found) return null
    const { day = null, usd = null, source: of } = found
    return { name: found.name, day, usd, source: sources[of]?.source ?? of }
  }
  const rows = spenders
    .filter(({ chains }) => chains.includes(chain))
    .map(({ address: at, name, protocol = null, loss: of, nft }) => ({
      spender: { address: at, name, protocol, loss: lossOf(of) },
      nft,
    }))
  return {
    always,
    spenders: rows.map(({ spender }) => spender),
    operators: rows.filter(({ nft }) => nft).map(({ spender }) => spender),
  }
}
