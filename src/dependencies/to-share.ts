/** A share as it is published: to millionths, within 0-1. */
export function toShare(value: number): number {
  return Math.min(1, Math.max(0, Number(value.toFixed(6))))
}
