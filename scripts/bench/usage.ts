import { writeSync } from 'node:fs'

/** File descriptor on which a measured process reports its resource usage; `measure.ts` reads it. */
const REPORT = 3

// Preloaded into a measured process: the kernel's own count, once, at the very end.
process.on('exit', () => {
  writeSync(REPORT, JSON.stringify(process.resourceUsage()))
})
