import type { Address, Hex } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import { lensCode } from './lens-code.ts'
import compiled from './markets.json' with { type: 'json' }

const CODE = lensCode(compiled)
const HELD =
  'function held(address morpho, address owner, bytes vaults) view returns (uint256 markets, uint256 unread, (bytes32 id, uint256 supplyShares, uint256 borrowShares, uint256 collateral)[] found)'

/** Hex digits of 30 vaults, which take some millions of gas: they are asked with the others. */
const HEAVY_LIST = 2 + 40 * 30

export interface MarketsRequest {
  morpho: Address
  owner: Address
  /** Addresses of 20 bytes each. */
  vaults: Hex
}

/** Asks in which of the markets that vaults name an owner has a position: `Markets.sol` is run from its creation code, never deployed. */
export function askMarkets({ morpho, owner, vaults }: MarketsRequest): Call {
  const asked = { ...call(morpho, HELD, [morpho, owner, vaults]), code: CODE }
  return vaults.length > HEAVY_LIST ? { ...asked, isHeavy: true } : asked
}

/** How many markets the vaults name, and the positions. Throws `Unreadable` when the walk did not end, or its answer is too long. */
export function readMarkets(reply: Reply | undefined) {
  const [markets, unread, found] = decodeOrThrow(reply, HELD)
  return { markets, unread, found }
}
