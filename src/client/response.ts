import { MAX_NESTING, parseJson } from '../domain/json.ts'
import { nestingOf } from '../domain/nesting.ts'
import { CLIENT_ERROR_CODES, PlimsollError, SERVICE_ERROR_CODES } from './errors.ts'
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

  const failed = () => {
    const what = `The response has status ${status} and no error of this service. Check baseUrl.`
    return new FailedTry(new PlimsollError('HTTP_ERROR', what, facts), isTransient)
  }

  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel()
    throw invalid('The service redirects, which the client never follows. Check baseUrl.', false)
  }
  const mediaType = headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!/^application\/(.+\+)?json$/.test(mediaType)) {
    await response.body?.cancel()
    if (response.ok) throw invalid('The response is not JSON. Check baseUrl.')
    throw failed()
  }
  const body = redactIf(!response.ok, await textOf(response, invalid), redact)
  if (nestingOf(body).deepest > MAX_NESTING)
    throw invalid('The response is nested too deep.', false)
  const document = parse(body)
  // A body that ends early is not JSON.
  if (!document) throw response.ok ? invalid('The response is not whole JSON.', true) : failed()
  if (response.ok) {
    const ignored = headers.get('X-Ignored-Parameters')
    if (ignored !== null) {
      const message = `This endpoint has no such parameter here: ${ignored}. Names are spelled as in the API, such as maxOracleRisk.`
      throw new FailedTry(new PlimsollError('INVALID_ARGUMENT', message, facts), false)
    }
    if (document.success === true && 'data' in document) return document
    throw invalid('The response does not have the form of this service.')
  }
  const { code, message, details, documentation } = Object(document.error)
  if (!isServiceCode(code, document.success)) throw failed()
  const text = typeof message === 'string' ? message : `The response has status ${status}.`
  const error = new PlimsollError(code, text, {
    ...facts,
    details: detailsOf(details),
    documentation: typeof documentation === 'string' ? pageOf(documentation, base) : null,
  })
  throw new FailedTry(error, isTransient)
}

function redactIf(isError: boolean, text: string, redact: (text: string) => string): string {
  return isError ? redact(text) : text
}

/** A known code, or in the envelope of the service one of a later version. Those of the client mean another thing. */
function isServiceCode(code: unknown, success: unknown): code is string {
  if (typeof code !== 'string') return false
  if (SERVICE_ERROR_CODES.some((known) => known === code)) return true
  const isOwn = CLIENT_ERROR_CODES.some((own) => own === code)
  return success === false && !isOwn && /^[A-Z][A-Z0-9_]{0,63}$/.test(code)
}

/** The texts by field; null without any. Other values are left out. */
function detailsOf(details: unknown): Record<string, string[]> | null {
  if (Object(details) !== details) return null
  const fields = Object.entries<unknown>(Object(details)).filter(
    (field): field is [string, string[]] =>
      Array.isArray(field[1]) && field[1].every((text) => typeof text === 'string'),
  )
  return fields.length === 0 ? null : Object.fromEntries(fields)
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
  const value = parseJson(text)
  return Object(value) === value ? Object(value) : null
}
