import type { Address } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import compiled from './funding.json' with { type: 'json' }
import { lensCode } from './lens-code.ts'

const CODE = lensCode(compiled)
const CLAIMABLE =
  'function claimable(address reader, address store, address owner, uint256 max) view returns (uint256 total, (address market, address token, uint256 amount)[] found)'

/** Where GMX v2 keeps its markets, and who reads them. */
export interface FundingRequest {
  reader: Address
  store: Address
  owner: Address
  /** More markets than this are not asked about. */
  max: bigint
}

/** Asks what an account may claim in any market of GMX v2: `Funding.sol` is run from its creation code, never deployed. */
export function askFunding({ reader, store, owner, max }: FundingRequest): Call {
  return { ...call(reader, CLAIMABLE, [reader, store, owner, max]), code: CODE }
}

/** The number of markets and what may be claimed. Throws `Unreadable` when one did not answer, or the answer is too long. */
export function readFunding(reply: Reply | undefined) {
  const [total, found] = decodeOrThrow(reply, CLAIMABLE)
  return { total, found }
}
