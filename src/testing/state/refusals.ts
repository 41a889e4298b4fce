/** Code and message with which each part of the work is rejected; `answered` for one that is not. */
export async function refusals(work: Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(work)
  return outcomes.map((outcome) =>
    outcome.status === 'rejected'
      ? `${outcome.reason?.code}: ${outcome.reason?.message}`
      : 'answered',
  )
}
