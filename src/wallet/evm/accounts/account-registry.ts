import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { call, decodeOrThrow, type Reply } from '../../../chains/evm/call.ts'
import { askClones, readClones } from '../../../chains/evm/lens/clones.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase } from '../../model/entry-base.ts'
import { ask } from '../drivers/reading.ts'
import type { OwnedAccounts } from '../read-chain.ts'
import type { CallSteps } from '../reader-run.ts'

/** Accounts in one call, at about 3,000 gas each. */
const PER_CALL = 5000

/** Beyond it, the factory would cost more than a scan may. */
const MAX_ACCOUNTS = 8 * PER_CALL

const USER_LINK =
  'function userLink(address user) view returns (uint64 first, uint64 last, uint64 count)'

const USER_LIST =
  'function userList(address user, uint64 id) view returns (uint64 prev, uint64 next)'

const ACCOUNT = 'function accountAddr(uint64 id) view returns (address)'

const PROXIES = 'function proxies(address owner) view returns (address)'

const ALL_PROXIES =
  'function getAllProxies(address owner) view returns (address first, address[] others)'

const OWNER = 'function owner() view returns (address)'

/** Proxies that are asked for their owner. */
const MAX_PROXIES = 10

const REGISTRIES = { 'ds-proxy': dsProxy, 'ds-proxies': dsProxies, instadapp, summer }

/** A contract that names the smart accounts of an owner. */
export const accountRegistry = entryBase
  .pick({ id: true, protocol: true, source: true, verified: true })
  .extend({
    kind: z.enum(['ds-proxy', 'ds-proxies', 'instadapp', 'summer']),
    registry: address,
  })
export type AccountRegistry = z.infer<typeof accountRegistry>

/** The smart accounts of an owner, as the registry names them. */
export function readAccounts(
  { kind, registry }: AccountRegistry,
  owner: Address,
): CallSteps<OwnedAccounts> {
  return REGISTRIES[kind](registry, owner)
}

/** The DSProxy that a registry made as Maker's names for an owner. */
function* dsProxy(registry: Address, owner: Address): CallSteps<OwnedAccounts> {
  const [reply] = yield [call(registry, PROXIES, [owner])]
  return yield* stillOwned([decodeOrThrow(reply, PROXIES)], owner)
}

/** The DSProxies that DeFi Saver's registry names for an owner: also those that came from someone else. */
function* dsProxies(registry: Address, owner: Address): CallSteps<OwnedAccounts> {
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

/**
 * The accounts that Instadapp's list names for an owner. The list is linked, so three rounds reach the first two and the last two;
 * further ones are only counted.
 */
function* instadapp(list: Address, owner: Address): CallSteps<OwnedAccounts> {
  const [linkReply] = yield [call(list, USER_LINK, [owner])]
  const [first, last, count] = decodeOrThrow(linkReply, USER_LINK)
  if (count === 0n) return { accounts: [], unnamed: 0 }
  const ends = [...new Set([first, last])]
  if (first === 0n || last === 0n || (ends.length === 1) !== (count === 1n)) throw broken()
  const second = yield [
    ...ends.map((id) => call(list, ACCOUNT, [id])),
    call(list, USER_LIST, [owner, first]),
    call(list, USER_LIST, [owner, last]),
  ]
  const [, afterFirst] = decodeOrThrow(second[ends.length], USER_LIST)
  const [beforeLast] = decodeOrThrow(second[ends.length + 1], USER_LIST)
  const inner = count < 3n ? [] : [...new Set([afterFirst, beforeLast])]
  if (inner.includes(0n) || inner.length > Number(count) - ends.length) throw broken()
  const third = yield* ask(inner.map((id) => call(list, ACCOUNT, [id])))
  const accounts = [...ends.map((_, at) => second[at]), ...third].map(accountIn)
  return { accounts, unnamed: Number(count) - accounts.length }
}

function accountIn(reply: Reply | undefined): Address {
  const account = decodeOrThrow(reply, ACCOUNT)
  if (account === ZERO_ADDRESS) throw broken()
  return account
}

function broken(): Unreadable {
  return new Unreadable('The list of accounts does not hold together')
}

/**
 * The accounts of an owner at Summer.fi, one for each position. Its factory lists none by owner, only logs them, so the owner of each
 * account that it made is read (`AccountFactory` and `AccountGuard`, OasisDEX/defi-position-manager-smartcontracts).
 */
function* summer(factory: Address, owner: Address): CallSteps<OwnedAccounts> {
  const [reply] = yield [askClones(factory, owner, 1, PER_CALL)]
  const { made, found } = readClones(reply)
  if (made > MAX_ACCOUNTS) throw new Unreadable(`${factory} made more accounts than are read`)
  const furthers = Math.max(0, Math.ceil(Number(made) / PER_CALL) - 1)
  const replies = yield* ask(
    Array.from({ length: furthers }, (_, at) =>
      askClones(factory, owner, 1 + PER_CALL * (at + 1), PER_CALL),
    ),
  )
  const accounts = [...found, ...replies.flatMap((each) => readClones(each).found)]
  return { accounts, unnamed: 0 }
}
