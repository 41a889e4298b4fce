import { homesOf, type Programme, type ProgrammeOwner, tieProgrammes } from '../domain/programme.ts'
import type { Bounty } from '../domain/protocol.ts'
import { known, missing, type Reading } from '../domain/reading.ts'
import type { Store } from './open.ts'
import { readingWriter } from './reading-writer.ts'
import type { SourceRun } from './source-runs.ts'
import { keptId } from './successors.ts'

/**
 * Writes the bounty of every protocol in scope of the newest registry: its largest programme, or why it is unknown. One list cannot show
 * that a protocol has none: it may be listed elsewhere. Returns the number of programmes without a protocol.
 */
export function replaceBounties(
  store: Store,
  programmes: readonly Programme[],
  run: SourceRun,
): number {
  const owners = listOwners(store)
  const kept = programmes.map((programme) => ({
    ...programme,
    protocols: programme.protocols?.map((id) => keptId(store, id)) ?? null,
  }))
  const { programmes: byProtocol } = tieProgrammes(kept, owners)
  const absent = missing(run.origin === 'seed' ? 'not-in-sample' : 'unmatched', run.source)
  store.prepare("DELETE FROM readings WHERE name = 'bounty'").run()
  const write = readingWriter(store)
  for (const owner of owners) {
    if (!owner.inScope) continue
    const own = byProtocol.get(owner.id) ?? []
    write(Number(owner.id), 'bounty', own.length > 0 ? bountyOf(own, run) : absent)
  }
  const tied = new Set(owners.flatMap(({ id }) => byProtocol.get(id) ?? []))
  return programmes.length - tied.size
}

/** The largest reward; for equal ones the first URL, so that the order of the list does not matter. */
function bountyOf(programmes: Programme[], { asOf, source }: SourceRun): Reading<Bounty> {
  const readings = programmes.flatMap(({ bounty, asOf: day = asOf, source: place = source }) =>
    bounty ? [known(bounty, day, place)] : [],
  )
  const [best] = readings.sort(
    ({ value: a }, { value: b }) => b.maxUsd - a.maxUsd || (a.url < b.url ? -1 : 1),
  )
  return best ?? missing('refused', source)
}

interface Owner extends ProgrammeOwner {
  inScope: boolean
}

/** Every protocol of the newest registry; also those out of scope, which may own a programme. */
function listOwners(store: Store): Owner[] {
  return store
    .prepare<
      [],
      Omit<Owner, 'homes' | 'inScope'> & { url: string | null; names: string; inScope: number }
    >(
      `SELECT CAST(id AS TEXT) AS id, name, slug, parent_id AS parentId, url, organisations AS names,
         out_of_scope IS NULL AS inScope
       FROM protocols WHERE last_seen = (SELECT MAX(last_seen) FROM protocols) ORDER BY id`,
    )
    .all()
    .map(({ url, names, inScope, ...row }) => ({
      ...row,
      inScope: inScope === 1,
      homes: homesOf(url, JSON.parse(names)),
    }))
}
