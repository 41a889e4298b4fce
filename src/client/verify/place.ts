/** Where bulk files are read. */
export interface BulkPlace {
  name: string
  /** The origin of the site; null for a folder. */
  site: string | null
  /** A file below the folder, null when it is not there. Throws `UnreadError` when it is longer than `mostBytes` or cannot be read. */
  read: (file: string, mostBytes: number) => Promise<Uint8Array<ArrayBuffer> | null>
}

/** A file that could not be read, with the reason as a part of a sentence. */
export class UnreadError extends Error {}

const TIMEOUT_MS = 120_000

/** The place of an address or folder: a site, its `bulk` folder, a dated folder, or the manifest in one. */
export async function placeOf(from: string, request: typeof fetch): Promise<BulkPlace> {
  const base = from.replace(/(^|\/)manifest\.json$/, '').replace(/(?<=[^/])\/+$/, '')
  return /^https?:\/\//i.test(base) ? sitePlace(base, request) : folderPlace(base || '.')
}

function sitePlace(address: string, request: typeof fetch): BulkPlace {
  const url = new URL(address)
  const base = url.pathname === '/' ? `${url.origin}/bulk` : `${url.origin}${url.pathname}`
  return {
    name: base,
    site: url.origin,
    read: async (file, mostBytes) => {
      try {
        const response = await request(`${base}/${file}`, {
          redirect: 'error',
          cache: 'no-store',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        if (response.status === 404) {
          await response.body?.cancel()
          return null
        }
        if (response.status !== 200) {
          await response.body?.cancel()
          throw new UnreadError(`it was answered with status ${response.status}`)
        }
        return await collect(response.body, mostBytes)
      } catch (error) {
        throw error instanceof UnreadError ? error : new UnreadError('it could not be downloaded')
      }
    },
  }
}

/** The published folder has the files below `bulk`. */
async function folderPlace(dir: string): Promise<BulkPlace> {
  const { open, stat } = await import('node:fs/promises')
  const inside = await stat(`${dir}/bulk/manifest.json`).catch(() => null)
  const base = inside ? `${dir}/bulk` : dir
  return {
    name: base,
    site: null,
    read: async (file, mostBytes) => {
      // To open a named pipe waits for its writer, for ever where there is none.
      const found = await stat(`${base}/${file}`).catch(() => null)
      if (found && !found.isFile()) throw new UnreadError('it is not a regular file')
      const handle = await open(`${base}/${file}`).catch(() => null)
      if (!handle) return null
      try {
        const { size } = await handle.stat()
        if (size > mostBytes) throw tooLong(mostBytes)
        return new Uint8Array(await handle.readFile())
      } catch (error) {
        throw error instanceof UnreadError ? error : new UnreadError('it could not be read')
      } finally {
        await handle.close()
      }
    },
  }
}

/** The bytes of a stream. Throws `UnreadError` when there are more than `mostBytes`. */
export async function collect(
  stream: ReadableStream<Uint8Array> | null,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = stream?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length
    if (length > mostBytes) {
      await reader?.cancel()
      throw tooLong(mostBytes)
    }
    parts.push(part.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function tooLong(mostBytes: number): UnreadError {
  return new UnreadError(`it is longer than ${mostBytes} bytes`)
}
