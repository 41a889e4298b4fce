import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { answerShare, type ShareDocuments } from '../../embed/share.ts'
import { toResponse } from '../../http/api-response.ts'
import { type BundledFunction, faultLine, openBundledDocuments } from './bundled-documents.ts'

/** Keeps answers in the CDN until the next deploy, one for each path, so that a link that many follow costs few calls. */
const CDN = {
  'Netlify-CDN-Cache-Control': 'public, durable, max-age=86400',
  'Netlify-Vary': 'query=none',
}

/** `GET /share/compare/…` as a function. */
export function createShareHost({
  root,
  log,
}: BundledFunction): (request: Request) => Promise<Response> {
  const read = openBundledDocuments(root)
  let loaded: Promise<ShareDocuments> | null = null
  const load = () => {
    loaded ??= Promise.all([read('live/search.json'), readKit(root)]).then(
      ([search, kit]) => ({ search, kit }) as ShareDocuments,
    )
    loaded.catch(() => {
      loaded = null
    })
    return loaded
  }
  return async (request) => {
    const { pathname, origin } = new URL(request.url)
    const asked = { method: request.method, pathname, site: origin }
    const answer = await answerShare(asked, { load, log: (error) => log(faultLine(error)) })
    const cdn = answer.status === 200 ? CDN : {}
    return toResponse({ ...answer, headers: { ...answer.headers, ...cdn } })
  }
}

/** Null where the build could draw no pictures. */
async function readKit(root: string): Promise<unknown> {
  const text = await readFile(path.join(root, 'dist/og/~kit.json'), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}
