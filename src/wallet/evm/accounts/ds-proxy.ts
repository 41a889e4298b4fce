import type { Address } from '../../model/address.ts'
import { call, decodeOrThrow } from '../client/call.ts'
import type { OwnedAccounts } from '../client/read-chain.ts'
import type { Reading } from '../client/reader-run.ts'

const PROXIES = 'function proxies(address owner) view returns (address)'
const OWNER = 'function owner() view returns (address)'
const NOBODY = '0x0000000000000000000000000000000000000000'

/** The DSProxy that Maker's registry names for an owner. It names one that was given away too, so the proxy is asked for its owner. */
export function* dsProxy(registry: Address, owner: Address): Reading<OwnedAccounts> {
  const [reply] = yield [call(registry, PROXIES, [owner])]
  const proxy = decodeOrThrow(reply, PROXIES)
  if (proxy === NOBODY) return { accounts: [], unnamed: 0 }
  const [owned] = yield [call(proxy, OWNER, [])]
  return { accounts: decodeOrThrow(owned, OWNER) === owner ? [proxy] : [], unnamed: 0 }
}
