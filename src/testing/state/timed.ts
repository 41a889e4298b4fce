/** How long work took together, and the code with which each part was rejected. */
export async function timed(work: Promise<unknown>[]): Promise<{ took: number; codes: unknown[] }> {
  const started = performance.now()
  const outcomes = await Promise.allSettled(work)
  const took = performance.now() - started
  const codes = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? outcome.reason?.code : 'answered',
  )
  return { took, codes }
}
