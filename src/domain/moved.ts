import { signalName } from './signal-name.ts'

/** What a signal or floor did to a score, such as `Audits, 0.28 riskier`. `exactDelta` in points, positive is riskier. */
export function formatMoved({
  signal,
  kind,
  exactDelta,
}: {
  signal: string
  kind: 'signal' | 'floor'
  exactDelta: number
}): string {
  const name = kind === 'floor' ? `Floor “${signalName(signal)}”` : signalName(signal)
  const size = Math.abs(exactDelta)
  const words = size < 0.005 ? 'under 0.01' : size.toFixed(2)
  return `${name}, ${words} ${exactDelta > 0 ? 'riskier' : 'safer'}`
}
