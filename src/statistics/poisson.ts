/** Half of the share that a 95 % interval leaves out. */
const TAIL = 0.025

/** Halvings of the interval that holds the bound: more than the 52 bits of a number. */
const HALVINGS = 100

/** A rate with its 95 % interval. */
export interface EventRate {
  value: number
  low: number
  high: number
}

/**
 * The rate of `events` over `exposure` (such as protocol-years) with its exact 95 % interval; null without exposure.
 * The bounds are those of Garwood (1936), "Fiducial limits for the Poisson distribution", Biometrika 28:437-442, which are to
 * counts over time what Clopper-Pearson limits are to counts over trials. They assume independent events.
 */
export function poissonRate(events: number, exposure: number): EventRate | null {
  if (exposure <= 0) return null
  const low =
    events === 0 ? 0 : solve((mean) => 1 - chanceOfAtMost(events - 1, mean) < TAIL, events)
  const high = solve((mean) => chanceOfAtMost(events, mean) > TAIL, events)
  return { value: events / exposure, low: low / exposure, high: high / exposure }
}

/** The mean at which a condition that holds for smaller means ends. */
function solve(holds: (mean: number) => boolean, events: number): number {
  let low = 0
  let high = 2 * events + 10
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The chance of at most `most` events where `mean` are expected. Terms are summed as logarithms, which cannot underflow. */
function chanceOfAtMost(most: number, mean: number): number {
  if (mean === 0) return 1
  let logTerm = -mean
  let sum = Math.exp(logTerm)
  for (let events = 1; events <= most; events += 1) {
    logTerm += Math.log(mean / events)
    sum += Math.exp(logTerm)
  }
  return Math.min(1, sum)
}
