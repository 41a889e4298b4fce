/** How long a page waits for a document: enough for the largest list over a slow line. */
export const TIMEOUT_MS = 20_000

/** A JSON document of this site. Rejects for a status of failure, for another form, and when it does not come in time. */
export async function loadJson(
  path: string,
  { get = fetch, timeoutMs = TIMEOUT_MS } = {},
): Promise<unknown> {
  const response = await get(path, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`${path} gave ${response.status}.`)
  return response.json()
}
