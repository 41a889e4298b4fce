import type { Address } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { decodeReply, encodeCall } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import type { Reader } from '../../../wallet/evm/read-chain.ts'
import type { Finding } from '../../../wallet/model/finding.ts'

const BALANCE = 'function balanceOf(address) view returns (uint256)'

/** The smallest finding that carries an amount. */
export function finding(protocol: string, amount: bigint, token: Address): Finding {
  return {
    protocol,
    product: 'staking',
    market: null,
    ref: null,
    receiptToken: token,
    legs: [{ role: 'stake', token, symbol: 'T', decimals: 18, amount }],
    healthFactor: null,
    inRange: null,
    perp: null,
    source: 'onchain',
  }
}

/** The value of a reply that the reader cannot do without. */
export function balanceIn(reply: Reply | undefined): bigint {
  if (!reply?.ok) throw new Unreadable('no balance')
  return decodeReply(BALANCE, reply.data)
}

export function balanceCall(token: Address, owner: Address, rest: Partial<Call> = {}): Call {
  return { to: token, data: encodeCall(BALANCE, [owner]), ...rest }
}

/** Asks for the balance of one token, as often as there are rounds, and finds what the last one said. */
export function balanceReader(
  id: string,
  token: Address,
  options: { rounds?: number; rest?: Partial<Call> } = {},
): Reader {
  return {
    id,
    read: function* (owner) {
      let amount = 0n
      for (let round = 0; round < (options.rounds ?? 1); round++) {
        const [reply] = yield [balanceCall(token, owner, options.rest)]
        amount = balanceIn(reply)
      }
      return amount === 0n ? [] : [finding(id, amount, token)]
    },
  }
}

/** The amounts of all findings of a reading, by reader. */
export function amounts(findings: ReadonlyMap<string, Finding[]>): Record<string, bigint[]> {
  return Object.fromEntries(
    [...findings].map(([id, list]) => [
      id,
      list.flatMap((each) => each.legs.map((leg) => leg.amount)),
    ]),
  )
}
