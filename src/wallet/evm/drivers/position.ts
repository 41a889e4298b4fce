import type { Finding, Role, TokenAmount } from '../../finding.ts'
import type { Token } from '../../registry/entry.ts'

/** A finding of what was read on chain: what is not said of it is null. */
export function position(
  of: Pick<Finding, 'protocol' | 'product' | 'legs'> & Partial<Finding>,
): Finding {
  return {
    market: null,
    ref: null,
    receiptToken: null,
    healthFactor: null,
    inRange: null,
    perp: null,
    source: 'onchain',
    ...of,
  }
}

/** One leg of a position. */
export function leg(role: Role, token: Token, amount: bigint): TokenAmount {
  const { address, symbol, decimals } = token
  return { role, token: address, symbol, decimals, amount }
}
