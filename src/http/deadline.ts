/** The promise's value, or a rejection after `deadlineMs` milliseconds. Does not cancel the work itself. */
export function withDeadline<T>(
  promise: Promise<T>,
  deadlineMs: number,
  createError = () => new Error(`took longer than ${deadlineMs} ms`),
): Promise<T> {
  // Every request passes here: `Promise.race` and `finally` would create several more promises each time.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createError()), deadlineMs)
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
