import { type ApiResponse, toResponse } from '../../http/api-response.ts'
import { faultLine } from './bundled-documents.ts'

interface KeptAnswers<Documents> {
  /** What of a request an answer depends on, beside its path, as `Netlify-Vary` says it. */
  vary: string
  /** Reads what answers are made of: once, or until it succeeds. */
  load: () => Promise<Documents>
  answer: (
    request: Request,
    dependencies: { load: () => Promise<Documents>; log: (error: unknown) => void },
  ) => Promise<ApiResponse>
  /** Takes one line of JSON. */
  log: (line: string) => void
}

/** A function whose good answers the CDN keeps until the next deploy, so that one that many ask for costs few calls. */
export function keptAnswers<Documents>({
  vary,
  load,
  answer,
  log,
}: KeptAnswers<Documents>): (request: Request) => Promise<Response> {
  const headers = {
    'Netlify-CDN-Cache-Control': 'public, durable, max-age=86400',
    'Netlify-Vary': vary,
  }
  let loaded: Promise<Documents> | null = null
  const loadOnce = () => {
    loaded ??= load()
    loaded.catch(() => {
      loaded = null
    })
    return loaded
  }
  return async (request) => {
    const dependencies = { load: loadOnce, log: (error: unknown) => log(faultLine(error)) }
    const answered = await answer(request, dependencies)
    const kept = answered.status === 200 ? headers : {}
    return toResponse({ ...answered, headers: { ...answered.headers, ...kept } })
  }
}
