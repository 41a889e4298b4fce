import type { EmbedDocuments } from '../../embed/find-protocol.ts'
import { answerOembed } from '../../embed/oembed.ts'
import { toResponse } from '../../http/api-response.ts'
import { type BundledFunction, faultLine, openBundledDocuments } from './bundled-documents.ts'

/** Keeps answers in the CDN until the next deploy, one for each query that counts, so that a busy page costs few calls. */
const CDN = {
  'Netlify-CDN-Cache-Control': 'public, durable, max-age=86400',
  'Netlify-Vary': 'query=url|format|maxwidth|maxheight',
}

/** `GET /oembed` as a function. */
export function createOembedHost({
  root,
  log,
}: BundledFunction): (request: Request) => Promise<Response> {
  const read = openBundledDocuments(root)
  let loaded: Promise<EmbedDocuments> | null = null
  const load = () => {
    loaded ??= Promise.all([read('live/search.json'), read('live/retired.json')]).then(
      ([search, retired]) => ({ search, retired }) as EmbedDocuments,
    )
    loaded.catch(() => {
      loaded = null
    })
    return loaded
  }
  return async (request) => {
    const { search, host } = new URL(request.url)
    const { method } = request
    const dependencies = { load, log: (error: unknown) => log(faultLine(error)) }
    const answer = await answerOembed({ method, search, host }, dependencies)
    const cdn = answer.status === 200 ? CDN : {}
    return toResponse({ ...answer, headers: { ...answer.headers, ...cdn } })
  }
}
