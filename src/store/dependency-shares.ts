import { deflateSync, inflateSync } from 'node:zlib'
import { type Day, daysBetween } from '../domain/day.ts'
import {
  type DependencyShare,
  type DependencyShares,
  type DollarPrice,
  HOLDING_BASES,
  SHARE_KINDS,
} from '../domain/dependency.ts'
import type { PastShares, PastSnapshot } from '../domain/past.ts'
import type { Incident } from '../domain/protocol.ts'
import type { Store } from './open.ts'

/** The newest snapshots, of which all shares are kept: a number and not days, so that a wrong day far ahead takes nothing away. */
const KEPT_SNAPSHOTS = 90

/** A snapshot that is older than an incident by more days says nothing of the day before it. */
const DAYS_BEFORE = 7

/** Most bytes of the unpacked shares of one snapshot: those of 5,000 protocols with ten each take two million. */
const MAX_BYTES = 64_000_000

/** Stores what stood on what in a snapshot, and what dollars were worth: the latter at the end of the first line, where earlier versions read nothing. */
export function insertDependencyShares(
  store: Store,
  snapshotId: number,
  { resolved, tables, prices, shares }: DependencyShares,
): void {
  const lines = shares.map(({ from, kind, to, protocolId, share, basis }) =>
    [from, kind, to, protocolId ?? '-', share ?? '-', basis].join(' '),
  )
  const head = [
    ...[resolved, tables],
    ...prices.map(({ token, symbol, usd, pages }) => [token, symbol, usd, pages].join(':')),
  ]
  store
    .prepare('INSERT INTO dependency_shares (snapshot_id, packed) VALUES (?, ?)')
    .run(snapshotId, deflateSync([head.join(' '), ...lines].join('\n')))
}

/** The last snapshot before each incident of a protocol, if it is not too old. */
const BEFORE_INCIDENTS = `
  SELECT (SELECT s.id FROM snapshots s WHERE s.as_of < i.occurred_on AND s.as_of >= date(i.occurred_on, '-${DAYS_BEFORE} days')
          ORDER BY s.as_of DESC LIMIT 1) AS id
  FROM incidents i WHERE i.protocol_id IS NOT NULL`

/** Deletes the shares that are no longer asked for. */
export function dropOldShares(store: Store): void {
  store.exec(
    `DELETE FROM dependency_shares
     WHERE snapshot_id NOT IN (SELECT id FROM snapshots ORDER BY as_of DESC LIMIT ${KEPT_SNAPSHOTS})
       AND snapshot_id NOT IN (SELECT id FROM (${BEFORE_INCIDENTS}) WHERE id IS NOT NULL)`,
  )
}

/** The shares of the snapshot of a day; null for one of an earlier version, which did not keep them. */
function loadDependencyShares(store: Store, origin: string, day: Day): DependencyShares | null {
  const packed = store
    .prepare<[string, Day], Buffer>(
      `SELECT packed FROM dependency_shares d JOIN snapshots s ON s.id = d.snapshot_id
       WHERE s.origin = ? AND s.as_of = ?`,
    )
    .pluck()
    .get(origin, day)
  if (!packed) return null
  const text = inflateSync(packed, { maxOutputLength: MAX_BYTES }).toString('utf8')
  const [head = '', ...lines] = text.split('\n')
  const [resolved, tables = '', ...prices] = head.split(' ')
  return {
    ...{ resolved: Number(resolved), tables, prices: prices.map(readPrice) },
    shares: lines.map(readShare),
  }
}

/** Snapshots of which all shares are given, for what changed in the last of them. */
const RECENT = 8

/** The shares of the last snapshots, and of the one before each incident what stood on its protocol. */
export function loadPastShares(
  store: Store,
  origin: string,
  snapshots: readonly Pick<PastSnapshot, 'day'>[],
  incidents: readonly Pick<Incident, 'id' | 'day' | 'protocolId'>[],
): { recent: PastShares[]; before: Map<string, PastShares> } {
  const load = (day: Day): PastShares[] => {
    const shares = loadDependencyShares(store, origin, day)
    return shares ? [{ day, ...shares }] : []
  }
  const byDay = Map.groupBy(
    incidents.filter(({ protocolId }) => protocolId !== null),
    ({ day }) => snapshots.findLast((one) => one.day < day)?.day,
  )
  const before = new Map<string, PastShares>()
  for (const [day, own] of byDay) {
    const near = own.filter((incident) => day && daysBetween(day, incident.day) <= DAYS_BEFORE)
    const [past] = day && near.length > 0 ? load(day) : []
    if (!past) continue
    const bySubject = Map.groupBy(past.shares, ({ protocolId }) => protocolId)
    for (const { id, protocolId } of near)
      before.set(id, { ...past, shares: bySubject.get(protocolId) ?? [] })
  }
  return { recent: snapshots.slice(-RECENT).flatMap(({ day }) => load(day)), before }
}

function readPrice(word: string): DollarPrice {
  const [token = '', symbol = '', usd, pages] = word.split(':')
  return { token, symbol, usd: Number(usd), pages: Number(pages) }
}

function readShare(line: string): DependencyShare {
  const [from = '', kind = '', to = '', protocolId = '-', share = '-', basis = ''] = line.split(' ')
  return {
    ...{ from, to },
    kind: SHARE_KINDS.find((one) => one === kind) ?? 'holds',
    protocolId: protocolId === '-' ? null : protocolId,
    share: share === '-' ? null : Number(share),
    basis: HOLDING_BASES.find((one) => one === basis) ?? 'unknown',
  }
}
