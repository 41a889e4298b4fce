import type { ApiRequest } from '../../http/api-request.ts'
import type { ApiResponse } from '../../http/api-response.ts'

/** The names `netlify dev` tries after a 403 or 404 (netlify-cli 27.10.2, `src/utils/proxy.ts`, `alternativePathsFor`). */
const ENDINGS = ['.html', '.htm', '/index.html', '/index.htm']
const NOT_TRIED = /\.(html?|png|jpg|js|css|svg|gif|ico|woff|woff2)$/

/**
 * After a 403 or 404, `netlify dev` retries a request under four other names and shows the last response. Production does not.
 * This returns the first response each time, so that one request is counted once.
 */
export function rememberRefusals(): (
  request: ApiRequest,
  ask: () => Promise<ApiResponse>,
) => Promise<ApiResponse> {
  const refused = new Map<string, ApiResponse[]>()
  return async (request, ask) => {
    const { pathname } = request
    const again = refused.get(keyOf(request, pathname))?.pop()
    if (again) return again
    const answer = await ask()
    if ((answer.status === 404 || answer.status === 403) && !NOT_TRIED.test(pathname)) {
      const stem = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
      for (const ending of ENDINGS) {
        const key = keyOf(request, stem + ending)
        refused.set(key, [...(refused.get(key) ?? []), answer])
      }
    }
    return answer
  }
}

function keyOf({ method, search, header }: ApiRequest, pathname: string): string {
  return JSON.stringify([method, pathname, search, header('x-api-key'), header('user-agent')])
}
