import { answerWatchFeed, type WatchDocuments } from '../../embed/watch-feed.ts'
import { toResponse } from '../../http/api-response.ts'
import { type BundledFunction, faultLine, openBundledDocuments } from './bundled-documents.ts'

/** Keeps answers in the CDN until the next deploy, one for each list, so that a feed that many read costs few calls. */
const CDN = {
  'Netlify-CDN-Cache-Control': 'public, durable, max-age=86400',
  'Netlify-Vary': 'query=ids',
}

/** `GET /feeds/watch.xml` as a function. */
export function createWatchFeedHost({
  root,
  log,
}: BundledFunction): (request: Request) => Promise<Response> {
  const read = openBundledDocuments(root)
  let loaded: Promise<WatchDocuments> | null = null
  const load = () => {
    loaded ??= readAll(read)
    loaded.catch(() => {
      loaded = null
    })
    return loaded
  }
  return async (request) => {
    const { search, origin } = new URL(request.url)
    const dependencies = { load, log: (error: unknown) => log(faultLine(error)) }
    const answer = await answerWatchFeed({ method: request.method, search, origin }, dependencies)
    const cdn = answer.status === 200 ? CDN : {}
    return toResponse({ ...answer, headers: { ...answer.headers, ...cdn } })
  }
}

async function readAll(read: (name: string) => Promise<unknown>): Promise<WatchDocuments> {
  const [search, steps, table, incidents] = await Promise.all(
    ['search', 'steps', 'alerts', 'incidents'].map((name) => read(`live/${name}.json`)),
  )
  return { search, steps, table, incidents } as WatchDocuments
}
