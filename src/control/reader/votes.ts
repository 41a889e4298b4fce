import type { Ballot } from './ballot.ts'

/** Nodes that are asked side by side; further ones only while no two agree. */
const ASKED = 3
/** Rounds without any answer, or overtaken by the others, after which a node is asked no more. */
const MAX_LOST = 3

/** Takes only what two nodes answer alike: anything else has failed. */
export type Quorum<Reader> = Reader & {
  /** What nodes could not agree on so far; nodes by URL, those that answered anything and those that answered otherwise. */
  doubts(): Doubts
  /** Reads likewise, and where no two nodes agree takes the first answer. */
  lenient(): Reader
  /** Reads what one of the nodes says. */
  as(url: string): Reader
}

export interface Doubts {
  isDoubtful: boolean
  voters: readonly string[]
  dissenters: ReadonlySet<string>
}

/** Questions of one kind: what nodes answered, and how one node is asked. */
export interface Poll<Node, Question, Answer> {
  ballot: Ballot<Answer>
  keyOf(question: Question): string
  /** Puts the node's answers; true when it gave at least one, or was not asked. */
  ask(node: Node, open: readonly Question[]): Promise<boolean>
}

/** The answer that counts to each question, in order; undefined where there is none. */
export type Look<Node> = <Question, Answer>(
  poll: Poll<Node, Question, Answer>,
  questions: readonly Question[],
) => Promise<(Answer | undefined)[]>

type Gather<Node> = <Question>(
  poll: Poll<Node, Question, unknown>,
  questions: readonly Question[],
) => Promise<void>

/**
 * A reader over nodes of which two must answer alike. `graceMs`: how long a node may be slower than two others that agree. `readerOf` makes
 * a reader of a way to look answers up.
 */
export function createVotes<Node extends { url: string }, Reader extends object>(
  nodes: readonly Node[],
  graceMs: number,
  ballots: readonly Ballot<unknown>[],
  readerOf: (look: Look<Node>) => Reader,
): Quorum<Reader> {
  const gather = createGather(nodes, graceMs)
  const gathered = new Set<string>()

  const gatherNew: Gather<Node> = (poll, questions) =>
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
  const lookOf =
    (
      fill: Gather<Node>,
      take: <Answer>(ballot: Ballot<Answer>, key: string) => Answer | undefined,
    ): Look<Node> =>
    async (poll, questions) => {
      await fill(poll, firstOfEach(questions, poll.keyOf))
      return questions.map((question) => take(poll.ballot, poll.keyOf(question)))
    }

  return {
    ...readerOf(lookOf(gatherNew, (ballot, key) => ballot.agreed(key))),
    doubts: () => ({
      voters: nodes.map(({ url }) => url).filter((url) => ballots.some((one) => one.hasVoted(url))),
      isDoubtful: ballots.some((ballot) => ballot.isDoubtful()),
      dissenters: new Set(ballots.flatMap((ballot) => [...ballot.dissenters()])),
    }),
    lenient: () => readerOf(lookOf(gatherNew, (ballot, key) => ballot.likeliest(key))),
    as(url) {
      const node = nodes.find((each) => each.url === url)
      const known = <Answer>(ballot: Ballot<Answer>, key: string) =>
        ballot.of(key, url) ?? ballot.agreed(key)
      const fill: Gather<Node> = async ({ ballot, keyOf, ask }, questions) => {
        const open = questions.filter((question) => {
          const key = keyOf(question)
          return !gathered.has(key) && known(ballot, key) === undefined
        })
        if (node) await ask(node, open)
      }
      return readerOf(lookOf(fill, known))
    },
  }
}

/** Asks nodes until two agree on each question, or none is left. */
function createGather<Node>(nodes: readonly Node[], graceMs: number): Gather<Node> {
  const lost = new Map<Node, number>()
  return async ({ ballot, keyOf, ask }, questions) => {
    const open = () => questions.filter((each) => ballot.agreed(keyOf(each)) === undefined)
    const waiting = nodes.filter((node) => (lost.get(node) ?? 0) < MAX_LOST)
    const running = new Map<Node, Promise<void>>()
    const started: Node[] = []
    const answered = new Set<Node>()
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

/** True when at least one was answered. */
export function putAll<Answer>(
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

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
