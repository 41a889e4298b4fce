/** No recorded loss is larger, in US dollars: five times the largest by DefiLlama's list, rounded up. */
const MAX_LOSS_USD = 20e9

/** The largest loss as a multiple of the most that a protocol is known to have held around that day: TVL leaves out what it only moves. */
const MAX_LOSS_OF_TVL = 10

/** Whether an amount can have been lost. `largestTvlUsd`: the largest known TVL around that day; null without one. */
export function isPlausibleLoss(lossUsd: number, largestTvlUsd: number | null): boolean {
  if (lossUsd > MAX_LOSS_USD) return false
  return largestTvlUsd === null || largestTvlUsd <= 0 || lossUsd <= largestTvlUsd * MAX_LOSS_OF_TVL
}
