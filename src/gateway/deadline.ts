/** The promise's value, or a rejection when it takes longer. The work itself is not stopped. */
export function withDeadline<T>(promise: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${deadlineMs} ms`)), deadlineMs)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
