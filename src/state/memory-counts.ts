import { admits, type Counter, type Hit, type HitResult, standing } from './state-store.ts'
import {
  addTo,
  dayWindow,
  dropMinutes,
  minuteWindow,
  usedIn,
  type Windows,
} from './window-counts.ts'

/** Counts in the memory of one process: exact there, gone when it ends. Of more than 5,000 callers in a window the least recent is forgotten. */
export function memoryCounts(): { hit(hit: Omit<Hit, 'group' | 'meter'>): HitResult } {
  const windows: Windows = new Map()
  let last = ''
  return {
    hit({ caller, limits, cost = 1, others = [], now }) {
      const [minute, day] = [minuteWindow(now), dayWindow(now)]
      if (minute !== last) {
        dropMinutes(windows, now)
        for (const name of windows.keys()) {
          if (name.startsWith('d') && name !== day) windows.delete(name)
        }
        last = minute
      }
      const own = { caller, limits, cost }
      const used = (counter: Counter) => ({
        ...counter,
        used: {
          burstUsed: usedIn(windows, minute, counter.caller),
          dailyUsed: usedIn(windows, day, counter.caller),
        },
      })
      const admitted = admits([own, ...others].map(used))
      if (admitted) {
        for (const one of [own, ...others]) {
          addTo(windows, minute, one.caller, one.cost)
          addTo(windows, day, one.caller, one.cost)
        }
      }
      return standing(admitted, used(own), others.map(used))
    },
  }
}
