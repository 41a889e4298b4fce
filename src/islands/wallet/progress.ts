import { part } from '../dom/part.ts'
import { listed } from './words.ts'

const LIMIT_SECONDS = 8
const TICK_MS = 100

/** Shows how long an answer has been waited for. Returns the function that ends it. */
export function showProgress(root: HTMLElement, asked: readonly string[] | null): () => void {
  const waited = part(root, '[data-waited]')
  const bar = part<HTMLProgressElement>(root, 'progress')
  const started = performance.now()
  part(root, '[data-asked]').textContent =
    asked === null
      ? 'The sandbox answers from a file and asks no chain.'
      : `All chains are asked at the same time, and come in one answer when the last has answered or time is up: ${listed(asked)}. A chain that is late is left out and named.`
  const tick = () => {
    const seconds = (performance.now() - started) / 1_000
    bar.value = Math.min(seconds, LIMIT_SECONDS)
    waited.textContent =
      seconds <= LIMIT_SECONDS + 1
        ? `Waiting for ${seconds.toFixed(1)} s.`
        : `Waiting for ${seconds.toFixed(0)} s, longer than it should take. The page gives up after 30 s.`
  }
  tick()
  const timer = setInterval(tick, TICK_MS)
  root.hidden = false
  return () => {
    clearInterval(timer)
    root.hidden = true
  }
}
