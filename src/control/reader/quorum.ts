import type { Address } from '../../chains/address.ts'
import type { CallResult, ChainCall, ChainReader, Inspection } from '../chain-reader.ts'
import { delegateOf } from '../code.ts'
import { type Ballot, createBallot } from './ballot.ts'
import type { NodeReader, NodeResult } from './node-reader.ts'

/** Nodes that are asked side by side; further ones only while no two agree. */
const ASKED = 3
/** Rounds without any answer, or overtaken by the others, after which a node is asked no more. */
const MAX_LOST = 3

/** Reads one chain at one block, and takes only what two nodes answer alike: anything else has failed. */
export interface QuorumReader extends ChainReader {
  /** What nodes could not agree on so far; nodes by URL, those that answered anything and those that answered otherwise. */
  doubts(): Doubts
  /** Reads likewise, and where no two nodes agree takes the first answer. */
  lenient(): ChainReader
  /** Reads what one of the nodes says. */
  as(url: string): ChainReader
}

export interface Doubts {
  isDoubtful: boolean
  voters: readonly string[]
  dissenters: ReadonlySet<string>
}

/** Questions of one kind: what nodes answered, and how one node is asked. */
interface Poll<Question, Answer> {
  ballot: Ballot<Answer>
  keyOf(question: Question): string
  /** Puts the node's answers; true when it gave at least one, or was not asked. */
  ask(node: NodeReader, open: readonly Question[]): Promise<boolean>
}
type Gather = <Question>(
  poll: Poll<Question, unknown>,
  questions: readonly Question[],
) => Promise<void>

/** A reader over nodes that have the same block. `graceMs`: how long a node may be slower than two others that agree. */
export function createQuorum(nodes: readonly NodeReader[], graceMs: number): QuorumReader {
  const calls = callPoll()
  const inspections = inspectionPoll()
  const ballots = [calls.ballot, inspections.ballot]
  const gather = createGather(nodes, graceMs)
  const gathered = new Set<string>()

  const gatherNew: Gather = (poll, questions) =>
    gather(
      poll,
      questions.filter((question) => {
        const key = poll.keyOf(question)
        const isNew = !gathered.has(key)
        gathered.add(key)
        return isNew
      }),
    )

  /** `fill` asks for what is not yet known; `take` says which of the answers counts. */
  const readerOf = (
    fill: Gather,
    take: <Answer>(ballot: Ballot<Answer>, key: string) => Answer | undefined,
  ): ChainReader => ({
    chain: nodes[0]?.chain ?? '',
    block: nodes[0]?.block ?? { number: 0n, day: '' },
    async call(asked) {
      await fill(calls, firstOfEach(asked, callKey))
      return asked.map((call) => callResult(take(calls.ballot, callKey(call))))
    },
    async inspect(asked) {
      await fill(inspections, [...new Set(asked)])
      return new Map(asked.map((address) => [address, take(inspections.ballot, address) ?? null]))
    },
    requests: () => nodes.reduce((sum, node) => sum + node.requests(), 0),
  })

  return {
    ...readerOf(gatherNew, (ballot, key) => ballot.agreed(key)),
    doubts: () => ({
      voters: nodes.map(({ url }) => url).filter((url) => ballots.some((one) => one.hasVoted(url))),
      isDoubtful: ballots.some((ballot) => ballot.isDoubtful()),
      dissenters: new Set(ballots.flatMap((ballot) => [...ballot.dissenters()])),
    }),
    lenient: () => readerOf(gatherNew, (ballot, key) => ballot.likeliest(key)),
    as(url) {
      const node = nodes.find((each) => each.url === url)
      const known = <Answer>(ballot: Ballot<Answer>, key: string) =>
        ballot.of(key, url) ?? ballot.agreed(key)
      return readerOf(async ({ ballot, keyOf, ask }, questions) => {
        const open = questions.filter((question) => {
          const key = keyOf(question)
          return !gathered.has(key) && known(ballot, key) === undefined
        })
        if (node) await ask(node, open)
      }, known)
    },
  }
}

/** Asks nodes until two agree on each question, or none is left. */
function createGather(nodes: readonly NodeReader[], graceMs: number): Gather {
  const lost = new Map<NodeReader, number>()
  return async ({ ballot, keyOf, ask }, questions) => {
    const open = () => questions.filter((each) => ballot.agreed(keyOf(each)) === undefined)
    const waiting = nodes.filter((node) => (lost.get(node) ?? 0) < MAX_LOST)
    const running = new Map<NodeReader, Promise<void>>()
    const started: NodeReader[] = []
    const answered = new Set<NodeReader>()
    const start = () => {
      const node = waiting.shift()
      if (!node) return
      started.push(node)
      const job = ask(node, open()).then((hasAnswered) => {
        if (running.delete(node) && hasAnswered) answered.add(node)
      })
      running.set(node, job)
    }
    if (questions.length > 0) for (let at = 0; at < ASKED; at += 1) start()
    while (running.size > 0 && open().length > 0) {
      await Promise.race(running.values())
      if (running.size === 0 && open().length > 0) start()
    }
    await withGrace([...running.values()], graceMs)
    running.clear()
    // What no node answers is the fault of the question.
    if (answered.size === 0) return
    for (const node of started) lost.set(node, answered.has(node) ? 0 : (lost.get(node) ?? 0) + 1)
  }
}

function callPoll(): Poll<ChainCall, NodeResult> {
  const ballot = createBallot<NodeResult>(resultText, ({ kind }) => kind !== 'too-heavy')
  return {
    ballot,
    keyOf: callKey,
    async ask({ url, call }, open) {
      const results = await call(open)
      return putAll(ballot, url, open.map(callKey), (at) => {
        const result = results[at]
        return result?.kind === 'failed' ? undefined : result
      })
    },
  }
}

function inspectionPoll(): Poll<Address, Inspection> {
  const ballot = createBallot(inspectionText, ({ slots }: Inspection) => slots !== null)
  return {
    ballot,
    keyOf: (address) => address,
    async ask({ url, inspect }, open) {
      const found = await inspect(open)
      return putAll(ballot, url, open, (at) => found.get(open[at] ?? '0x') ?? undefined)
    },
  }
}

/** True when at least one was answered. */
function putAll<Answer>(
  ballot: Ballot<Answer>,
  url: string,
  keys: readonly string[],
  answerAt: (at: number) => Answer | undefined,
): boolean {
  let answered = keys.length === 0
  keys.forEach((key, at) => {
    const answer = answerAt(at)
    if (answer === undefined) return
    answered = true
    ballot.put(key, url, answer)
  })
  return answered
}

/** Waits for what still runs, but not for longer than the grace. */
async function withGrace(running: readonly Promise<void>[], graceMs: number): Promise<void> {
  if (running.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs)
  })
  await Promise.race([Promise.all(running), grace])
  clearTimeout(timer)
}

function callResult(result: NodeResult | undefined): CallResult {
  if (result === undefined) return { kind: 'failed' }
  // A call that is too heavy for every node answers none.
  return result.kind === 'too-heavy' ? { kind: 'reverted' } : result
}

function callKey({ to, data, from = '0x' }: ChainCall): string {
  return `${to} ${data} ${from}`
}

function resultText(result: NodeResult): string {
  return result.kind === 'ok' ? result.data : result.kind
}

/** The hash says all of any code but that of an account that delegates (EIP-7702). */
function inspectionText({ codeHash, code, slots }: Inspection): string {
  return JSON.stringify([delegateOf(code) ?? codeHash, slots]).toLowerCase()
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
