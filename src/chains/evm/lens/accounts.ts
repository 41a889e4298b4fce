import type { Address } from '../../address.ts'
import { type Call, call, decodeOrThrow, type Reply } from '../call.ts'
import compiled from './accounts.json' with { type: 'json' }
import { lensCode } from './lens-code.ts'

const CODE = lensCode(compiled)
const USED =
  'function used(address connector, address owner) view returns ((uint256 number, address[] collaterals, address[] controllers)[] found)'

/** Asks which of an owner's 256 accounts at Euler's connector are in use: `Accounts.sol` is run from its creation code, never deployed. */
export function askAccounts(connector: Address, owner: Address): Call {
  return { ...call(connector, USED, [connector, owner]), code: CODE }
}

/** The accounts in use, by number. Throws `Unreadable` when the connector did not answer, or more are in use than fit in one answer. */
export function readAccounts(reply: Reply | undefined) {
  return decodeOrThrow(reply, USED)
}
