import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { SNAPSHOT_FOLDER } from '../contract/snapshot-files.ts'

/** Where a history lies: a published manifest and the packed store beside it. */
export interface HistoryPlace {
  /** As it is called in messages. */
  name: string
  /** One of its files; status 404 when there is none of this name. Rejects when the place cannot be reached. */
  get(file: string, deadlineMs: number): Promise<Response>
}

/** What a site publishes. Redirects are not followed: a private site redirects to a page for logging in. */
export function sitePlace(siteUrl: string, request: typeof fetch): HistoryPlace {
  return {
    name: siteUrl,
    get: (file, deadlineMs) =>
      request(`${siteUrl}/${SNAPSHOT_FOLDER}/${file}`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(deadlineMs),
      }),
  }
}

/** What was named: a site by its origin, or a copy by its folder or the address of one; the manifest in it may be named instead. */
export function placeOf(where: string, request: typeof fetch): HistoryPlace {
  const url = /^https?:\/\//i.test(where) && URL.canParse(where) ? new URL(where) : null
  if (url?.pathname === '/') return sitePlace(url.origin, request)
  const base = where.replace(/(^|\/)manifest\.json$/, '').replace(/(?<!\/)\/+$/, '')
  if (url) {
    return {
      name: where,
      get: (file, deadlineMs) =>
        request(`${base}/${file}`, { signal: AbortSignal.timeout(deadlineMs) }),
    }
  }
  return {
    name: where,
    get: async (file) => {
      const from = path.resolve(base, file)
      if (!existsSync(from)) return new Response(null, { status: 404 })
      // The types of Node and of the web describe the same stream.
      return new Response(Readable.toWeb(createReadStream(from)) as ReadableStream)
    },
  }
}
