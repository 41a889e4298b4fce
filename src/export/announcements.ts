import { type AnnouncedScore, announcedOf } from '../domain/announced.ts'
import { areComparable, type Past } from '../domain/past.ts'

/** By protocol id: what was announced of it after each snapshot of the past. */
export type Announcements = (id: string) => readonly (AnnouncedScore | null)[]

/** What was announced of every protocol of a past, worked out once for each; nothing for one without numbers. */
export function createAnnouncements({ snapshots, numbers }: Past): Announcements {
  let run = 0
  const runs = snapshots.map((to, at) => {
    const from = snapshots[at - 1]
    if (from && !areComparable(from, to)) run = at
    return run
  })
  const known = new Map<string, readonly (AnnouncedScore | null)[]>()
  return (id) => {
    const own = known.get(id) ?? announcedOf(numbers.get(id)?.composite ?? [], runs)
    known.set(id, own)
    return own
  }
}
