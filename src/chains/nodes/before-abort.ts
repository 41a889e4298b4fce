/** The result of `work`, or a rejection with the signal's reason once it fires. The work itself goes on: some cannot be cancelled. */
export async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>()
  const onAbort = () => late.reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, late.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
