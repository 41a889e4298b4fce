import { PlimsollError, SERVICE_ERROR_CODES, type ServiceErrorCode } from './errors.ts'
import { retryAfterOf } from './rate-limit.ts'

/** Most bytes of a body after decompression. */
export const MAX_BYTES = 32_000_000

/** A failed try, and whether another one may succeed. */
export class FailedTry {
  readonly error: PlimsollError
  readonly mayRetry: boolean

  constructor(error: PlimsollError, mayRetry: boolean) {
    this.error = error
    this.mayRetry = mayRetry
  }
}

/** The object in a response of success. Throws a `FailedTry` for everything else. */
export async function documentOf(
  response: Response,
  base: string,
  redact: (text: string) => string,
): Promise<Record<string, unknown>> {
  const { status, headers, type } = response
  const facts = {
    status,
    requestId: headers.get('X-Request-Id'),
    retryAfterMs: retryAfterOf(headers),
  }
  const isTransient = status === 408 || status === 429 || status >= 500
  const invalid = (what: string, mayRetry = isTransient) =>
    new FailedTry(new PlimsollError('INVALID_RESPONSE', what, facts), mayRetry)

  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel()
    throw invalid('The service redirects, which the client never follows. Check baseUrl.', false)
  }
  const mediaType = headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!/^application\/(.+\+)?json$/.test(mediaType)) {
    await response.body?.cancel()
    throw invalid(`The response has status ${status} and is not JSON. Check baseUrl.`)
  }
  const document = parse(redactIf(!response.ok, await textOf(response, invalid), redact))
  // A body that ends early is not JSON.
  if (!document) throw invalid('The response is not whole JSON.', isTransient || response.ok)
  if (response.ok) {
    if (document.success === true && 'data' in document) return document
    throw invalid('The response does not have the form of this service.')
  }
  const { code, message, details, documentation } = Object(document.error)
  if (!isCode(code)) throw invalid(`The response has status ${status} and an unknown form.`)
  const error = new PlimsollError(code, String(message), {
    ...facts,
    details: Object(details) === details ? details : null,
    documentation: typeof documentation === 'string' ? pageOf(documentation, base) : null,
  })
  throw new FailedTry(error, isTransient)
}

function redactIf(isError: boolean, text: string, redact: (text: string) => string): string {
  return isError ? redact(text) : text
}

function isCode(code: unknown): code is ServiceErrorCode {
  return SERVICE_ERROR_CODES.some((known) => known === code)
}

function pageOf(documentation: string, base: string): string {
  return documentation.startsWith('/') ? base + documentation : documentation
}

async function textOf(
  response: Response,
  invalid: (what: string, mayRetry: boolean) => FailedTry,
): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MAX_BYTES) {
      await reader.cancel()
      throw invalid(`The response has more than ${MAX_BYTES} bytes.`, false)
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return Object(value) === value ? Object(value) : null
  } catch {
    return null
  }
}
