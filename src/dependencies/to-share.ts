/** A share as it is published: to millionths, within 0-1. */
export function toShare(value: number): number {
  return Math.min(1, Math.max(0, Number(value.toFixed(6))))
}

/** A share of an amount, in whole US dollars; null where either is not known. */
export function usdOf(part: number | null, heldUsd: number | null): number | null {
  return heldUsd === null || part === null ? null : Math.round(part * heldUsd)
}
