import { type Day, dayOf } from '../domain/day.ts'

/** Collects the `Date` headers of the hosts that answer. */
export interface UpstreamClock {
  /** Notes the header of one answer; null or an invalid one is ignored. */
  note(host: string, header: string | null): void
  /**
   * The UTC day by the median of the newest header of each host, for an even number the earlier of the two in the middle, and the
   * number of hosts; null when none sent one.
   */
  read(): { day: Day; hosts: number } | null
}

export function upstreamClock(): UpstreamClock {
  const times = new Map<string, number>()
  return {
    note(host, header) {
      const ms = header === null ? Number.NaN : Date.parse(header)
      if (!Number.isNaN(ms)) times.set(host, Math.max(ms, times.get(host) ?? ms))
    },
    read() {
      const sorted = [...times.values()].sort((a, b) => a - b)
      const median = sorted[Math.floor((sorted.length - 1) / 2)]
      return median === undefined ? null : { day: dayOf(median), hosts: sorted.length }
    },
  }
}
