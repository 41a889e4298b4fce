import type { FoundProtocol } from '../../contract/search-file.ts'
import { type ProtocolStatus, STATUSES } from '../../domain/status.ts'
import { isObject } from '../dom/read-values.ts'

/** What the snapshot of a day said of a protocol. */
export interface Seen {
  day: string
  /** Null where there was none. */
  score: number | null
  /** Null where it is not known: it was not kept before. */
  status: ProtocolStatus | null
}

export interface KeptProtocol {
  id: string
  name: string
  /** Name of its page. */
  page: string
  /** In the snapshot that was looked at last; null before the first. */
  seen: Seen | null
  /** In the one that was looked at before it. */
  before: Seen | null
}

/** The last scan of a wallet, in short. */
export interface KeptWallet {
  address: string
  /** When it was scanned, ISO 8601. */
  at: string
  netWorthUsd: number | null
  score: number | null
  /** Sentences about its biggest risks. */
  risks: string[]
}

/** What a reader keeps in this browser, newest first. */
export interface Kept {
  version: 1
  protocols: KeptProtocol[]
  wallets: KeptWallet[]
}

export const NOTHING: Kept = { version: 1, protocols: [], wallets: [] }

export const MAX_PROTOCOLS = 100
export const MAX_WALLETS = 20
const MAX_RISKS = 3
/** A longer text is none of ours: the longest has a tenth of it. */
export const MAX_LETTERS = 200_000

const PAGE = /^[\w%~.-]{1,200}$/

/**
 * Reads what was kept or exported. Rows that are not of the form are left out, each id and address counts once, and what is beyond the
 * most is dropped. Null when the text is something else.
 */
export function parseKept(text: string | null): Kept | null {
  if (text === null || text.length > MAX_LETTERS) return null
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || Reflect.get(value, 'version') !== 1) return null
    const { protocols, wallets } = value as Record<string, unknown>
    return {
      version: 1,
      protocols: rowsOf(protocols, readProtocol, ({ id }) => id).slice(0, MAX_PROTOCOLS),
      wallets: rowsOf(wallets, readWallet, ({ address }) => address).slice(0, MAX_WALLETS),
    }
  } catch {
    return null
  }
}

/** Both together; of one protocol or wallet that is in both, the first. */
export function merge(first: Kept, second: Kept): Kept {
  const both = {
    ...first,
    protocols: [...first.protocols, ...second.protocols],
    wallets: [...first.wallets, ...second.wallets],
  }
  return parseKept(JSON.stringify(both)) ?? first
}

/** With the protocol, unless it is there; without it, when it is. */
export function toggle(kept: Kept, protocol: KeptProtocol): Kept {
  const others = kept.protocols.filter(({ id }) => id !== protocol.id)
  const isThere = others.length < kept.protocols.length
  return { ...kept, protocols: isThere ? others : [protocol, ...others].slice(0, MAX_PROTOCOLS) }
}

/** With the wallet as it was scanned last. */
export function withWallet(kept: Kept, wallet: KeptWallet): Kept {
  const others = kept.wallets.filter(({ address }) => address !== wallet.address)
  const risks = wallet.risks.slice(0, MAX_RISKS)
  return { ...kept, wallets: [{ ...wallet, risks }, ...others].slice(0, MAX_WALLETS) }
}

/** Notes what a snapshot says of each watched protocol, its name and page too: those of an imported file may be anything. */
export function see(kept: Kept, day: string, listed: ReadonlyMap<string, Listed>): Kept {
  const protocols = kept.protocols.map((each) => {
    const found = listed.get(each.id)
    if (!found) return each
    const { name, page, composite: score, status } = found
    const isNewer = !each.seen || each.seen.day < day
    const seen = isNewer || each.seen?.day === day ? { day, score, status } : each.seen
    return { ...each, name, page, seen, before: isNewer ? (each.seen ?? each.before) : each.before }
  })
  return { ...kept, protocols }
}

type Listed = Pick<FoundProtocol, 'name' | 'page' | 'composite' | 'status'>

function rowsOf<T>(value: unknown, read: (row: object) => T | null, idOf: (row: T) => string): T[] {
  const rows = Array.isArray(value) ? value.filter(isObject).map(read) : []
  const byId = new Map<string, T>()
  for (const row of rows) if (row && !byId.has(idOf(row))) byId.set(idOf(row), row)
  return [...byId.values()]
}

function readProtocol(row: object): KeptProtocol | null {
  const { id, name, page, seen, before } = row as Record<string, unknown>
  if (!isText(id, 100) || !isText(name, 200) || !isText(page, 200) || !PAGE.test(page)) return null
  return { id, name, page, seen: readSeen(seen), before: readSeen(before) }
}

function readSeen(value: unknown): Seen | null {
  const { day, score, status } = Object(value) as Record<string, unknown>
  const isScore = score === null || (typeof score === 'number' && score >= 0 && score <= 10)
  if (!isText(day, 10) || !/^\d{4}-\d\d-\d\d$/.test(day) || !isScore) return null
  return { day, score, status: STATUSES.find((each) => each === status) ?? null }
}

function readWallet(row: object): KeptWallet | null {
  const { address, at, netWorthUsd, score, risks } = row as Record<string, unknown>
  if (!isText(address, 255) || !isText(at, 30) || Number.isNaN(Date.parse(at))) return null
  return {
    address,
    at,
    netWorthUsd: Number.isFinite(netWorthUsd) ? Number(netWorthUsd) : null,
    score: readSeen({ day: '2000-01-01', score })?.score ?? null,
    risks: (Array.isArray(risks) ? risks : [])
      .filter((risk): risk is string => isText(risk, 1_000))
      .slice(0, MAX_RISKS),
  }
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= most
}
