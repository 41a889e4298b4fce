import { isThisMachine } from '../domain/this-machine.ts'

/**
 * Whether a request may come from this Origin header. None: not from a page of a browser. A page of the site itself may; without a public
 * address, a page of this machine may. The Host header says nothing here: with DNS rebinding, Origin and Host are both the attacker's.
 */
export function isAllowedOrigin(origin: string | null, publicUrl: string | null): boolean {
  if (origin === null) return true
  const url = URL.parse(origin)
  if (url === null) return false
  return publicUrl === null
    ? isThisMachine(url.hostname)
    : url.origin === URL.parse(publicUrl)?.origin
}
