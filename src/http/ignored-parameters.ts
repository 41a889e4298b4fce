import type { ApiResponse } from './api-response.ts'

const MAX_HEADER_LENGTH = 1_000

/** Lists ignored query parameters in the header `X-Ignored-Parameters` of a response with status 200. */
export function withIgnoredParameters(response: ApiResponse, names: string[]): ApiResponse {
  const value = encodeNames(names)
  if (response.status !== 200 || value === '') return response
  return { ...response, headers: { ...response.headers, 'X-Ignored-Parameters': value } }
}

/** Percent-encoded, because clients choose the names. Names past the maximum length of the header are left out. */
function encodeNames(names: string[]): string {
  let header = ''
  for (const name of names) {
    const longer =
      header === '' ? encodeURIComponent(name) : `${header}, ${encodeURIComponent(name)}`
    if (name !== '' && longer.length <= MAX_HEADER_LENGTH) header = longer
  }
  return header
}
