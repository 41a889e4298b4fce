import { beforeAbort } from './before-abort.ts'

/** A `fetch` as it is handed in: the global one, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Why there is no body: time ran out, the connection was not there or broke, or more came than is taken. */
export type BodyFailureKind = 'timeout' | 'broken' | 'too-long'

/** The message is a finished sentence. It has no cause and names no URL, for that may hold a key. */
export class BodyFailure extends Error {
  override name = 'BodyFailure'
  readonly kind: BodyFailureKind

  constructor(kind: BodyFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

export interface BodyOptions {
  fetch: Fetch
  /** Ends the request, headers and body alike. */
  signal: AbortSignal
  /** Bytes after decompression. */
  maxBytes: number
}

export interface Body {
  status: number
  bytes: Uint8Array<ArrayBuffer>
}

/** What a failure has to say fits; a longer one is not worth its memory. */
const MAX_FAILURE_BYTES = 64 * 1024

/**
 * Asks once and reads the whole body before it returns, since a time limit that ends with the headers does not bound a
 * body that stalls. Follows no redirect: where it leads was not configured. Throws `BodyFailure`; any status is a body.
 */
export async function readBody(
  url: string,
  init: RequestInit,
  { fetch, signal, maxBytes }: BodyOptions,
): Promise<Body> {
  const read = async (): Promise<Body> => {
    const response = await fetch(url, { ...init, redirect: 'error', signal })
    const { status, body } = response
    const limit = status === 200 ? maxBytes : Math.min(maxBytes, MAX_FAILURE_BYTES)
    return { status, bytes: await collect(body ?? [], limit) }
  }
  try {
    signal.throwIfAborted()
    return await beforeAbort(read(), signal)
  } catch (error) {
    if (error instanceof BodyFailure) throw error
    if (signal.aborted) throw new BodyFailure('timeout', 'It did not answer in time.')
    throw new BodyFailure('broken', 'It could not be reached, or broke off.')
  }
}

/** All bytes of a stream, which is closed as soon as it has sent more than it may. Throws `BodyFailure` then. */
export async function collect(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > maxBytes) throw new BodyFailure('too-long', `It sent more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
