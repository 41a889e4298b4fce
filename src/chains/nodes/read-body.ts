import { beforeAbort } from './before-abort.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Chunks = AsyncIterable<Bytes> | Iterable<Bytes>

/** The global `fetch`, or one of a test. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** What is read of a response. */
export interface HttpAnswer {
  status: number
  body: Chunks | null
  /** The value of a body that was parsed already; there are no bytes then. */
  parsed?: unknown
}
/** A `fetch`, or a replacement that makes no `Response`. */
export type FetchAnswer = (url: string, init: RequestInit) => Promise<HttpAnswer>

/** Why there is no body: the time limit passed, the connection failed or broke, or the body exceeds the limit. */
export type BodyFailureKind = 'timeout' | 'broken' | 'too-long'

/** The message is a full sentence. It has no cause and names no URL, because a URL may hold a key. */
export class BodyFailure extends Error {
  override name = 'BodyFailure'
  readonly kind: BodyFailureKind

  constructor(kind: BodyFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

export interface BodyOptions {
  fetch: FetchAnswer
  /** Ends the request, headers and body alike. */
  signal: AbortSignal
  /** Bytes after decompression. */
  maxBytes: number
}

export interface Body extends Omit<HttpAnswer, 'body'> {
  bytes: Bytes
}

const NO_BYTES: Bytes = new Uint8Array()
/** Enough for an error response. */
const MAX_FAILURE_BYTES = 64 * 1024

/**
 * Sends one request and reads the whole body, so that the time limit also covers a body that stalls. Follows no redirect, because
 * its target was not configured. Returns the body of any status; throws `BodyFailure`.
 */
export async function readBody(
  url: string,
  init: RequestInit,
  { fetch, signal, maxBytes }: BodyOptions,
): Promise<Body> {
  const read = async (): Promise<Body> => {
    const response: HttpAnswer = await fetch(url, { ...init, redirect: 'error', signal })
    const { status, body, parsed } = response
    if (parsed !== undefined) return { status, bytes: NO_BYTES, parsed }
    const limit = status === 200 ? maxBytes : Math.min(maxBytes, MAX_FAILURE_BYTES)
    return { status, bytes: await collect(body ?? [], limit) }
  }
  try {
    signal.throwIfAborted()
    return await beforeAbort(read(), signal)
  } catch (error) {
    if (error instanceof BodyFailure) throw error
    if (signal.aborted) throw new BodyFailure('timeout', 'It did not answer in time.')
    if (isRedirect(error)) throw new BodyFailure('broken', 'It redirects, which is not followed.')
    throw new BodyFailure('broken', 'It could not be reached, or broke off.')
  }
}

/** As undici words the error of a redirect that is not allowed. */
function isRedirect(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && cause.message === 'unexpected redirect'
}

/** All bytes of a stream. Throws `BodyFailure` and closes the stream as soon as it exceeds the limit. */
export async function collect(stream: Chunks, maxBytes: number): Promise<Bytes> {
  const chunks: Bytes[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.byteLength
    if (size > maxBytes) throw new BodyFailure('too-long', `It sent more than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  const [first] = chunks
  if (first && chunks.length === 1) return first
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
