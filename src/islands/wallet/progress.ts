import { counted } from '../../domain/format.ts'
import { part } from '../dom/part.ts'
import type { Allowance } from './ask.ts'
import { listed } from './words.ts'

const LIMIT_SECONDS = 8
const TICK_MS = 100

/**
 * Shows how long an answer has been waited for, and the chains that are asked; null for the sandbox, which asks none. Returns the
 * function that ends it; the place stays, so that nothing moves.
 */
export function showProgress(
  root: HTMLElement,
  asked: readonly string[] | null,
): (allowance: Allowance | null) => void {
  const waited = part(root, '[data-waited]')
  const bar = part<HTMLProgressElement>(root, 'progress')
  const started = performance.now()
  const passed = () => (performance.now() - started) / 1_000
  part<HTMLElement>(root, '[data-limit]').hidden = false
  part(root, '[data-asked]').textContent =
    asked === null
      ? 'The sandbox answers from a file and asks no chain.'
      : `All chains are asked at the same time, and come in one answer when the last has answered or time is up: ${listed(asked)}. A chain that is late is left out and named.`
  root.hidden = false
  const tick = () => {
    const seconds = passed()
    bar.value = Math.min(seconds, LIMIT_SECONDS)
    waited.textContent =
      seconds <= LIMIT_SECONDS + 1
        ? `Waiting for ${seconds.toFixed(1)} s.`
        : `Waiting for ${seconds.toFixed(0)} s, longer than it should take. The page gives up after 30 s.`
  }
  tick()
  const timer = setInterval(tick, TICK_MS)
  return (allowance) => {
    clearInterval(timer)
    bar.value = LIMIT_SECONDS
    part<HTMLElement>(root, '[data-limit]').hidden = true
    const left = allowance
      ? ` ${counted(allowance.left, 'scan')} of ${allowance.limit} left today.`
      : ''
    waited.textContent = `Answered after ${passed().toFixed(1)} s.${left}`
  }
}
