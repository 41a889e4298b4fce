import { UnreadError } from './place.ts'

/** Most bytes of an unpacked table, of a line, and lines. */
const MAX_UNPACKED = 400_000_000
const MAX_LINE = 1_000_000
const MAX_ROWS = 2_000_000

/** The objects of NDJSON packed with gzip, one at a time. Throws `UnreadError` when it is none, or beyond the limits. */
export async function* rowsOf(
  packed: Uint8Array<ArrayBuffer>,
): AsyncGenerator<Record<string, unknown>> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  const reader = stream.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let rows = 0
  let unpacked = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      unpacked += part.value.length
      if (unpacked > MAX_UNPACKED)
        throw new UnreadError(`it unpacks to more than ${MAX_UNPACKED} bytes`)
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE) throw new UnreadError('a line is too long')
      for (const line of lines) {
        rows += 1
        if (rows > MAX_ROWS) throw new UnreadError(`there are more than ${MAX_ROWS} rows`)
        yield objectOf(line)
      }
    }
    if (rest + decoder.decode() !== '') throw new UnreadError('its last line has no end')
  } catch (error) {
    if (error instanceof UnreadError) throw error
    throw new UnreadError('it is not packed with gzip, or not whole')
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function objectOf(line: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new UnreadError('a line is no JSON')
  }
  if (typeof value !== 'object' || value === null) throw new UnreadError('a line is no object')
  return { ...value }
}
