import type { Address } from '../../../chains/address.ts'
import {
  askUnlisted,
  MAX_UNLISTED,
  readUnlisted,
  type UnlistedToken,
} from '../../../chains/evm/lens/unlisted.ts'
import { type Finding, findingOf, type Product, type Role, UNLISTED } from '../../model/finding.ts'
import type { ListedAddresses } from '../contracts/listed-addresses.ts'
import type { Reader } from '../read-chain.ts'
import type { CallSteps } from '../reader-run.ts'
import type { TokenIndex } from './token-index.ts'

/** Tokens that no list names, of which an owner may have as many as strangers send. */
const MAX_TOKENS = 200

const KINDS: Record<UnlistedToken['kind'], { product: Product; role: Role; name: string }> = {
  vault: { product: 'vault', role: 'supply', name: 'Vault of' },
  aToken: { product: 'lending', role: 'supply', name: 'Deposit of' },
  pair: { product: 'lp', role: 'lp', name: 'Pool of' },
}

/** What an index found: a reader of the tokens that no list names, and whether these are all. */
export interface Discovery {
  readers: Reader[]
  /** False when the index failed, or the owner holds more tokens than are read. */
  isWhole: boolean
}

/** Asks an index for the tokens of an owner. Never rejects. */
export async function discover(
  index: TokenIndex,
  owner: Address,
  { listed, signal }: { listed: ListedAddresses; signal: AbortSignal },
): Promise<Discovery> {
  const held = await index.tokens(owner, signal).catch(() => null)
  if (held === null) return { readers: [], isWhole: false }
  const strange = held.tokens.filter((token) => !listed.addresses.has(token))
  const tokens = strange.slice(0, MAX_TOKENS)
  const isWhole = held.isWhole && tokens.length === strange.length
  if (tokens.length === 0) return { readers: [], isWhole }
  return { readers: [{ id: UNLISTED, read: () => unlisted(tokens, owner, listed) }], isWhole }
}

/**
 * Vaults, deposits and pools among tokens that no list names. Only what they hold in tokens that a list does name is counted: anybody
 * can make a token, call it dollar and say what it is worth.
 */
function* unlisted(
  tokens: readonly Address[],
  owner: Address,
  listed: ListedAddresses,
): CallSteps<Finding[]> {
  const calls = Array.from({ length: Math.ceil(tokens.length / MAX_UNLISTED) }, (_, at) =>
    askUnlisted(tokens.slice(at * MAX_UNLISTED, (at + 1) * MAX_UNLISTED), owner),
  )
  const replies = yield calls
  return replies.flatMap((reply) =>
    readUnlisted(reply).flatMap((found) => finding(found, listed) ?? []),
  )
}

function finding({ token, kind, parts }: UnlistedToken, listed: ListedAddresses): Finding | null {
  const { product, role, name } = KINDS[kind]
  const legs = parts.flatMap((part) => {
    const known = listed.tokens.get(part.token)
    if (!known) return []
    const { symbol, decimals } = known
    return [{ role, token: part.token, symbol, decimals, amount: part.amount }]
  })
  if (legs.length < parts.length) return null
  return findingOf({
    protocol: UNLISTED,
    product,
    market: `${name} ${legs.map(({ symbol }) => symbol).join('/')}`,
    receiptToken: token,
    legs,
    isUnlisted: true,
  })
}
