import { toHex } from '../domain/hex.ts'
import type { ApiResponse } from './api-response.ts'

/** The entity tag of a body, the same on every host: the start of its SHA-256. */
export async function entityTag(body: string | Uint8Array): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `"${toHex(digest.subarray(0, 16))}"`
}

/** Weak, because the same document is sent plain, as gzip and as Brotli (RFC 9110, 8.8.3). */
export function weak(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`
}

/** The response, or 304 without a body when the client already has it (RFC 9110, 13.1.2). */
export function conditional(answer: ApiResponse, ifNoneMatch: string | null): ApiResponse {
  const tag = answer.headers.ETag
  if (answer.status !== 200 || !tag || ifNoneMatch === null || !matches(ifNoneMatch, tag))
    return answer
  const { 'Content-Type': _, ...headers } = answer.headers
  return { status: 304, headers, body: null }
}

/** Weak comparison: ignores `W/`. */
function matches(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  const wanted = weak(tag)
  return ifNoneMatch.split(',').some((candidate) => weak(candidate.trim()) === wanted)
}
