import { type AnnouncedScore, announcedOf } from '../domain/announced.ts'
import type { Past } from '../domain/past.ts'

/** By protocol id: what was announced of it after each snapshot of the past. */
export type Announcements = (id: string) => readonly (AnnouncedScore | null)[]

/** What was announced of every protocol of a past, worked out once for each; nothing for one without numbers. */
export function createAnnouncements({ snapshots, numbers }: Past): Announcements {
  const methodologies = snapshots.map(({ methodology }) => methodology)
  const known = new Map<string, readonly (AnnouncedScore | null)[]>()
  return (id) => {
    const own = known.get(id) ?? announcedOf(numbers.get(id)?.composite ?? [], methodologies)
    known.set(id, own)
    return own
  }
}
