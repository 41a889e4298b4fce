import type { Address, Hex } from '../../../chains/address.ts'
import { DECIMALS, NOW } from '../../../chains/evm/abi.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { askMembers, type MembersRequest, readMembers } from '../../../chains/evm/lens/members.ts'
import { askOwned, readOwned } from '../../../chains/evm/lens/owned.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import type { ArgsOf, ResultOf } from '../../../chains/evm/viem.ts'
import type { Token } from '../../model/entry-base.ts'
import { ask, tokenCalls, tokenFrom } from './reading.ts'

/** Calls, and what their replies say. */
export class Question<Answer> {
  readonly calls: readonly Call[]
  readonly read: (replies: readonly (Reply | undefined)[]) => Answer

  constructor(calls: readonly Call[], read: Question<Answer>['read']) {
    this.calls = calls
    this.read = read
  }

  /** The same question, of whose answer only this counts. */
  pick<Part>(part: (answer: Answer) => Part): Question<Part> {
    return new Question(this.calls, (replies) => part(this.read(replies)))
  }
}

/** The same value with an answer in place of each question in it. */
export type AnswersOf<Asked> =
  Asked extends Question<infer Answer> ? Answer : { [Name in keyof Asked]: AnswersOf<Asked[Name]> }

/** A question that a reading depends on: without an answer it is `Unreadable`. */
export function must<const Signature extends string>(
  to: Address,
  signature: Signature,
  args: ArgsOf<Signature>,
): Question<ResultOf<Signature>> {
  return new Question([call(to, signature, args)], ([reply]) => decodeOrThrow(reply, signature))
}

/** A question that may remain without an answer, which is null then. */
export function may<const Signature extends string>(
  to: Address,
  signature: Signature,
  args: ArgsOf<Signature>,
): Question<ResultOf<Signature> | null> {
  return new Question([call(to, signature, args)], ([reply]) => tryDecode(reply, signature))
}

/** A token that no list has. */
export function tokenAt(address: Address): Question<Token> {
  return new Question(tokenCalls(address), ([symbol, decimals]) =>
    tokenFrom(address, symbol, decimals),
  )
}

/** The same of a contract that may be no token, which is null then: one that names no decimals. */
export function mayBeToken(address: Address): Question<Token | null> {
  return new Question(tokenCalls(address), ([symbol, decimals]) =>
    tryDecode(decimals, DECIMALS) === null ? null : tokenFrom(address, symbol, decimals),
  )
}

/** The same question in requests of its own: to a contract that anybody can have made, or one that takes millions of gas. */
export function apart<Answer>({ calls, read }: Question<Answer>): Question<Answer> {
  return new Question(
    calls.map((each) => ({ ...each, untrusted: true })),
    read,
  )
}

/** Which contracts of a registry or a list have something of an owner. */
export function membersOf(request: MembersRequest): Question<ReturnType<typeof readMembers>> {
  return new Question([askMembers(request)], ([reply]) => readMembers(reply))
}

/** The NFTs of an owner among the newest of a collection. */
export function ownedOf(collection: Address, counter: Hex, owner: Address): Question<bigint[]> {
  return new Question(askOwned(collection, counter, owner), readOwned)
}

/** The time of the block, in seconds since 1970. */
export const BLOCK_TIME = must(MULTICALL3, NOW, [])

/**
 * Asks, in one round, all questions in a value: in its fields and items, however deep. A call that is in several questions is made once.
 * No questions, no round.
 */
export function answersTo<const Asked>(asked: Asked): Generator<Call[], AnswersOf<Asked>, Reply[]>
export function* answersTo(asked: unknown): Generator<Call[], unknown, Reply[]> {
  const calls = new Map(
    questionsIn(asked).flatMap((each) => each.calls.map((one) => [keyOf(one), one])),
  )
  const replies = yield* ask([...calls.values()])
  const replyTo = new Map([...calls.keys()].map((key, at) => [key, replies[at]]))
  return answered(asked, (each) => each.read(each.calls.map((one) => replyTo.get(keyOf(one)))))
}

/** What is run as code has a request of its own. */
function keyOf(one: Call): string | Call {
  return one.code ? one : `${one.to}${one.data}`
}

function questionsIn(asked: unknown): Question<unknown>[] {
  if (asked instanceof Question) return [asked]
  return typeof asked === 'object' && asked !== null
    ? Object.values(asked).flatMap(questionsIn)
    : []
}

function answered(asked: unknown, answer: (question: Question<unknown>) => unknown): unknown {
  if (asked instanceof Question) return answer(asked)
  if (Array.isArray(asked)) return asked.map((each) => answered(each, answer))
  if (typeof asked !== 'object' || asked === null) return asked
  return Object.fromEntries(
    Object.entries(asked).map(([name, each]) => [name, answered(each, answer)]),
  )
}
