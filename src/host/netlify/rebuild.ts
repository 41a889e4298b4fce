const DEADLINE_MS = 20_000

export interface BuildHookOptions {
  /** Secret address of the build hook (BUILD_HOOK_URL). Without it no build is ordered. */
  url: string | undefined
  fetch: typeof fetch
  /** Takes one line of JSON, which never contains the address. */
  log: (line: string) => void
}

/** Orders a build from Netlify. Rejects when the build hook fails, so that the run counts as failed. */
export async function callBuildHook({ url, fetch, log }: BuildHookOptions): Promise<void> {
  const say = (level: 'info' | 'error', message: string) =>
    log(JSON.stringify({ level, job: 'rebuild', message }))
  const hook = URL.parse(url ?? '')
  if (!hook) {
    say('info', 'BUILD_HOOK_URL is not set, or not a URL; no build was ordered.')
    return
  }
  hook.searchParams.set('trigger_title', 'Scheduled snapshot')
  const status = await post(hook, fetch)
  if (status !== null && status >= 200 && status < 300) {
    say('info', 'A build was ordered.')
    return
  }
  const reason = status === null ? 'could not be reached' : `answered with status ${status}`
  say('error', `The build hook ${reason}; no build was ordered.`)
  throw new Error(`The build hook ${reason}.`)
}

/** The status; null when the request failed. Drops the error, because it may repeat the address. */
async function post(hook: URL, request: typeof fetch): Promise<number | null> {
  try {
    const response = await request(hook, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
