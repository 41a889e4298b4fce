import type { WebhookStore } from '../../state/webhook-store.ts'

/** A sender that ends without a word is replaced after this time. */
const LEASE_MS = 15_000

interface LeaseOptions {
  log: (error: unknown) => void
  /** Overrides `LEASE_MS`. */
  leaseMs?: number
}

/**
 * Takes turns with other processes on the same state: one sends alerts, and another takes over when it ends. `isHeld` is by the clock of this
 * process from before the state was asked, so that one that was paused knows that its turn is over.
 */
export function holdSending(
  state: Pick<WebhookStore, 'leaseSending'>,
  { log, leaseMs = LEASE_MS }: LeaseOptions,
): { isHeld: () => boolean; end: () => void } {
  const holder = crypto.randomUUID()
  let heldUntil = Number.NEGATIVE_INFINITY
  let isFailing = false
  const renew = async () => {
    const asked = performance.now()
    try {
      const isHeld = await state.leaseSending(holder, Date.now(), leaseMs)
      heldUntil = isHeld ? asked + leaseMs : Number.NEGATIVE_INFINITY
      isFailing = false
    } catch (error) {
      if (!isFailing) log(error)
      isFailing = true
    }
  }
  void renew()
  const timer = setInterval(renew, leaseMs / 3)
  timer.unref()
  return { isHeld: () => performance.now() < heldUntil, end: () => clearInterval(timer) }
}
