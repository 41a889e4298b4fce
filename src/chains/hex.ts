import * as z from 'zod'

/** So many bytes in lower-case hex. */
export function hexBytes(count: number) {
  return z.templateLiteral(['0x', z.string().regex(new RegExp(`^[0-9a-f]{${2 * count}}$`))])
}

/** Whole bytes in hex of either case, as nodes and gateways send them. */
export const hex = z.templateLiteral(['0x', z.string().regex(/^([0-9a-fA-F]{2})*$/)])
