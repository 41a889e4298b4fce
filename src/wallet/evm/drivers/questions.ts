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
  const questions: Question<unknown>[] = []
  collect(asked, questions)
  const calls: Call[] = []
  const places = placesOf(questions, calls)
  const replies = yield* ask(calls)
  const answers = questions
    .map(({ read }, at) => read(places[at]?.map((place) => replies[place]) ?? []))
    .values()
  return answered(asked, () => answers.next().value)
}

/** The questions in a value, in their order. */
function collect(asked: unknown, into: Question<unknown>[]): void {
  if (asked instanceof Question) into.push(asked)
  else if (typeof asked === 'object' && asked !== null)
    for (const each of Object.values(asked)) collect(each, into)
}

/** For each question, where its calls are among all that are made. What is run as code has a request of its own. */
function placesOf(questions: readonly Question<unknown>[], calls: Call[]): number[][] {
  const known = new Map<string, number>()
  return questions.map((question) =>
    question.calls.map((one) => {
      const key = `${one.to}${one.data}`
      const place = (one.code ? undefined : known.get(key)) ?? calls.push(one) - 1
      if (!one.code) known.set(key, place)
      return place
    }),
  )
}

/** The same value with an answer in place of each question. */
function answered(asked: unknown, answer: () => unknown): unknown {
  if (asked instanceof Question) return answer()
  if (Array.isArray(asked)) return asked.map((each) => answered(each, answer))
  if (typeof asked !== 'object' || asked === null) return asked
  return Object.fromEntries(
    Object.entries(asked).map(([name, each]) => [name, answered(each, answer)]),
  )
}
