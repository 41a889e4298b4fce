import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { SNAPSHOT_FOLDER } from '../contract/snapshot-files.ts'

/** The location of a history: a published manifest and the packed store beside it. */
export interface HistoryPlace {
  /** Name for messages. */
  name: string
  /** Reads one of its files; status 404 when it does not exist. Rejects when the place cannot be reached. */
  get(file: string, deadlineMs: number): Promise<Response>
}

/** The history that a site publishes. Redirects are not followed: a private site redirects to its login page. */
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

/** The place for an origin of a site, or for the folder or URL of a copy, with or without `manifest.json`. */
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
