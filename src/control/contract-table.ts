import * as z from 'zod'
import contractRows from '../../data/onchain/contracts.json' with { type: 'json' }
import controllerRows from '../../data/onchain/controllers.json' with { type: 'json' }
import protocolIds from '../../data/onchain/protocols.json' with { type: 'json' }
import { hexBytes } from '../chains/hex.ts'
import { SOLANA } from '../chains/scan-chains.ts'
import type { ProtocolKey } from '../domain/batch.ts'
import { isDay, oldestDay, UNDATED } from '../domain/day.ts'
import { canonicalChain } from '../ingest/chain-table.ts'
import { isSolanaAddress } from '../wallet/solana/base58.ts'

const chain = z.string().refine((name) => canonicalChain(name) === name, 'is not a canonical chain')
/** Of an EVM chain, in lower case, so that equal addresses are equal texts. */
const address = hexBytes(20)
/** Of a program of Solana, or of a Squads multisig or Realms governance that decides over one: not of its vault. */
const solanaAddress = z.string().refine(isSolanaAddress, 'is not a Solana address')
const text = z.string().min(1).max(200)
const day = z.string().refine(isDay, 'is not a day')
const signatures = z.int().min(1).max(100)
const seconds = z.int().min(0).max(100_000_000)

const contract = z
  .strictObject({
    chain,
    address: z.union([address, solanaAddress]),
    name: text.optional(),
    role: z.enum(['funds', 'logic', 'oracle', 'token', 'governance', 'periphery']),
    /** The record, package or list that has the address, and the day of it or on which it was read. */
    source: text,
    day,
  })
  .refine(
    ({ chain, address }) => (chain === SOLANA.name) === isSolanaAddress(address),
    'has an address of another chain',
  )

const controller = z
  .strictObject({
    chain,
    address,
    kind: z.enum(['governor', 'timelock', 'curated']),
    note: text,
    /** Left out where not recorded. */
    threshold: signatures.optional(),
    signers: signatures.optional(),
    /** Delay that this contract itself adds, without that of a timelock beside it; left out where not recorded. */
    delaySeconds: seconds.optional(),
    voteSeconds: seconds.optional(),
    source: text,
    day,
  })
  .refine(
    ({ threshold = 0, signers = 0 }) => threshold <= signers,
    'has a threshold above the number of signers',
  )

const contracts = z.record(text, z.array(contract).min(1)).parse(contractRows)
const controllers = z.array(controller).parse(controllerRows)
/** DefiLlama's id of each protocol in the table; null when only the slug is known. */
const ids: Readonly<Record<string, string | null>> = z
  .record(
    text,
    z
      .string()
      .regex(/^[1-9]\d*$/)
      .nullable(),
  )
  .parse(protocolIds)

/** A contract of a protocol, found in a public source. */
export type KnownContract = z.infer<typeof contract>

/** Governance that no getter names: a person identified it from a record. */
export type KnownController = z.infer<typeof controller>

/** The contracts of one protocol. The key is its id where that is known, because slugs change. */
export interface ProtocolContracts {
  slug: string
  key: ProtocolKey
  contracts: readonly KnownContract[]
}

/** Every protocol in `data/onchain/contracts.json`, in order of slug. */
export function listContracts(): ProtocolContracts[] {
  return Object.entries(contracts).map(([slug, rows]) => {
    const id = ids[slug]
    const day = oldestDay(rows.map((row) => row.day)) ?? UNDATED
    return { slug, key: id ? { id } : { slug, day }, contracts: rows }
  })
}

/** DefiLlama's id of a protocol in the table; null where only its slug is known, or it is not there. */
export function contractsId(slug: string): string | null {
  return ids[slug] ?? null
}

/** Every row of `data/onchain/controllers.json`. */
export function listControllers(): KnownController[] {
  return [...controllers]
}
