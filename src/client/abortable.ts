/** Waits for a promise, or rejects with the reason of the signal as soon as it is aborted. */
export async function abortable<T>(
  promise: PromiseLike<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (!signal) return promise
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The longest time that a timer can wait. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Waits; the timer is gone when the signal is aborted. */
export function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS))
  })
  return abortable(waited, signal).finally(() => clearTimeout(timer))
}
