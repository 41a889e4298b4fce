/** One range of bytes; `end` is inclusive. */
export interface Range {
  start: number
  end: number
}

/**
 * The range of a `Range` header with one range (RFC 9110, section 14.1.2). Null: send the whole file, as for a header that is not understood.
 * `none`: no byte of it is in the file.
 */
export function readRange(header: string | undefined, size: number): Range | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return start >= size || (first === '' && Number(last) === 0) ? 'none' : { start, end }
}

/**
 * The part of a file that a request asks for, where the host behind sent all of it: `netlify dev` reads no `Range`. Any other response as it
 * is. With `If-Range` the whole is sent, as on the Node host.
 */
export function inPart(request: Request, response: Response): Response {
  const { headers } = request
  const size = Number(response.headers.get('content-length') ?? Number.NaN)
  const isWhole = response.status === 200 && !response.headers.has('content-encoding')
  if (!isWhole || !Number.isInteger(size) || headers.has('if-range')) return response
  const range = readRange(headers.get('range') ?? undefined, size)
  if (range === null) return response
  const answer = new Headers(response.headers)
  if (range === 'none') {
    answer.delete('content-length')
    answer.set('Content-Range', `bytes */${size}`)
    return new Response(null, { status: 416, headers: answer })
  }
  answer.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  answer.set('Content-Length', String(range.end - range.start + 1))
  const body = response.body?.pipeThrough(bytesWithin(range)) ?? null
  return new Response(body, { status: 206, headers: answer })
}

function bytesWithin({ start, end }: Range): TransformStream<Uint8Array, Uint8Array> {
  let at = 0
  return new TransformStream({
    transform(chunk, controller) {
      const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
      if (part.length > 0) controller.enqueue(part)
      at += chunk.length
      if (at > end) controller.terminate()
    },
  })
}
