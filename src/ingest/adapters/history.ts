import { addDays, type Day, newestDay } from '../../domain/day.ts'
import { moduleOf } from './module.ts'

/** A change of one adapter by one commit. */
export interface AdapterChange {
  /** UTC day on which it was committed. */
  day: Day
  /** The folder or file directly below `projects/`. */
  name: string
  /** Number of the author; it has no meaning outside one history. */
  author: number
  /** Number of modules that the commit touched. */
  modulesTouched: number
}

/** How much one adapter changed up to a day. */
export interface ModuleActivity {
  /** Its folder or file below `projects/`, as the newest change names it. */
  name: string
  lastChangedOn: Day
  /** Distinct authors in the 365 days that end with the day of the reading. */
  authors: number
}

/** A commit that touches more modules maintains the repository: it says nothing about a protocol. */
const MAX_MODULES = 5

const AUTHOR_DAYS = 365

/**
 * The activity of every module up to `asOf`, by module. Commits that touch more than five modules are skipped, so a module that
 * only such commits touched is not in it. Changes after `asOf` have no effect. The order of the changes does not matter.
 */
export function moduleActivity(
  changes: Iterable<AdapterChange>,
  asOf: Day,
): Map<string, ModuleActivity> {
  const authorsSince = addDays(asOf, 1 - AUTHOR_DAYS)
  const found = new Map<string, { name: string; lastChangedOn: Day; authors: Set<number> }>()
  for (const { day, name, author, modulesTouched } of changes) {
    if (day > asOf || modulesTouched > MAX_MODULES) continue
    const module = moduleOf(name)
    const entry = found.get(module) ?? { name, lastChangedOn: day, authors: new Set() }
    found.set(module, entry)
    if (day > entry.lastChangedOn || (day === entry.lastChangedOn && name < entry.name)) {
      entry.lastChangedOn = day
      entry.name = name
    }
    if (day >= authorsSince) entry.authors.add(author)
  }
  return new Map(
    [...found].map(([module, entry]) => [module, { ...entry, authors: entry.authors.size }]),
  )
}

/** The day of the newest change up to `asOf`, of any size; undefined when there is none. */
export function newestChange(changes: readonly AdapterChange[], asOf: Day): Day | undefined {
  return newestDay([...new Set(changes.map(({ day }) => day))].filter((day) => day <= asOf))
}
