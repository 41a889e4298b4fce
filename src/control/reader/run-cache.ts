import type { Hex } from '../../chains/address.ts'
import { hashOf } from '../../chains/evm/viem.ts'
import type { CodeCache } from './inspect.ts'

/**
 * The cache of one run over one that lasts. Only code that has its hash is kept for later runs, and only such code is taken from them:
 * the hash of an account that delegates (EIP-7702) does not say where to.
 */
export function runCache(lasting: CodeCache): CodeCache {
  const ofRun = new Map<Hex, Hex>()
  return {
    get(hash) {
      const known = ofRun.get(hash)
      if (known) return known
      const kept = lasting.get(hash)
      if (kept === undefined || hashOf(kept) !== hash) return undefined
      ofRun.set(hash, kept)
      return kept
    },
    set(hash, code) {
      ofRun.set(hash, code)
      if (hashOf(code) === hash) lasting.set(hash, code)
    },
  }
}
