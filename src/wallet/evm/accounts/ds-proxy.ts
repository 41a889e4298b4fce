import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { call, decodeOrThrow } from '../../../chains/evm/call.ts'
import { ask } from '../drivers/reading.ts'
import type { OwnedAccounts } from '../read-chain.ts'
import type { CallSteps } from '../reader-run.ts'

const PROXIES = 'function proxies(address owner) view returns (address)'
const ALL_PROXIES =
  'function getAllProxies(address owner) view returns (address first, address[] others)'
const OWNER = 'function owner() view returns (address)'
/** Proxies that are asked for their owner. */
const MAX_PROXIES = 10

/** The DSProxy that a registry made as Maker's names for an owner. */
export function* dsProxy(registry: Address, owner: Address): CallSteps<OwnedAccounts> {
  const [reply] = yield [call(registry, PROXIES, [owner])]
  return yield* stillOwned([decodeOrThrow(reply, PROXIES)], owner)
}

/** The DSProxies that DeFi Saver's registry names for an owner: also those that came from someone else. */
export function* dsProxies(registry: Address, owner: Address): CallSteps<OwnedAccounts> {
  const [reply] = yield [call(registry, ALL_PROXIES, [owner])]
  const [first, others] = decodeOrThrow(reply, ALL_PROXIES)
  return yield* stillOwned([first, ...others], owner)
}

/** Registries name proxies that were given away too, so each proxy is asked for its owner. */
function* stillOwned(named: readonly Address[], owner: Address): CallSteps<OwnedAccounts> {
  const proxies = [...new Set(named)].filter((proxy) => proxy !== ZERO_ADDRESS)
  const asked = proxies.slice(0, MAX_PROXIES)
  const owners = yield* ask(asked.map((proxy) => call(proxy, OWNER, [])))
  return {
    accounts: asked.filter((_, at) => decodeOrThrow(owners[at], OWNER) === owner),
    unnamed: proxies.length - asked.length,
  }
}
