import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import { call, decodeOrThrow, type Reply } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { ask } from '../drivers/reading.ts'
import type { OwnedAccounts } from '../read-chain.ts'
import type { CallSteps } from '../reader-run.ts'

const USER_LINK =
  'function userLink(address user) view returns (uint64 first, uint64 last, uint64 count)'
const USER_LIST =
  'function userList(address user, uint64 id) view returns (uint64 prev, uint64 next)'
const ACCOUNT = 'function accountAddr(uint64 id) view returns (address)'

/**
 * The accounts that Instadapp's list names for an owner. The list is linked, so three rounds reach the first two and the last two;
 * further ones are only counted.
 */
export function* instadapp(list: Address, owner: Address): CallSteps<OwnedAccounts> {
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
