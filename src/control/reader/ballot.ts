/** Nodes that must give the same answer. */
const NEEDED = 2

/** What nodes answered to the same questions at one block. */
export interface Ballot<Answer> {
  put(question: string, url: string, answer: Answer): void
  /** What one node answered. */
  of(question: string, url: string): Answer | undefined
  hasVoted(url: string): boolean
  /** The answer that two nodes gave and no others contradict in equal number. */
  agreed(question: string): Answer | undefined
  /** The agreed answer, else the first that counts. */
  likeliest(question: string): Answer | undefined
  /** Questions that some node answered and no two alike. */
  isDoubtful(): boolean
  /** Nodes that answered otherwise than the others. */
  dissenters(): Set<string>
}

/** `textOf`: equal for equal answers. `isWhole` is false for one that says only that the node could not do it: it contradicts none. */
export function createBallot<Answer>(
  textOf: (answer: Answer) => string,
  isWhole: (answer: Answer) => boolean,
): Ballot<Answer> {
  const votes = new Map<string, Map<string, Answer>>()

  const wholeIn = (question: string) =>
    [...(votes.get(question) ?? [])].filter(([, answer]) => isWhole(answer))

  const agreed = (question: string): Answer | undefined => {
    const whole = wholeIn(question)
    const all = whole.length > 0 ? whole : [...(votes.get(question) ?? [])]
    const groups = [...Map.groupBy(all, ([, answer]) => textOf(answer)).values()]
    const [found, other] = groups.filter(({ length }) => length >= NEEDED)
    return other ? undefined : found?.[0]?.[1]
  }

  return {
    put(question, url, answer) {
      const own = votes.get(question) ?? new Map<string, Answer>()
      votes.set(question, own.set(url, answer))
    },
    of: (question, url) => votes.get(question)?.get(url),
    hasVoted: (url) => [...votes.values()].some((own) => own.has(url)),
    agreed,
    likeliest: (question) => agreed(question) ?? wholeIn(question)[0]?.[1],
    isDoubtful: () =>
      [...votes.keys()].some(
        (question) => wholeIn(question).length > 0 && agreed(question) === undefined,
      ),
    dissenters() {
      const found = new Set<string>()
      for (const question of votes.keys()) {
        const whole = wholeIn(question)
        if (new Set(whole.map(([, answer]) => textOf(answer))).size < 2) continue
        const answer = agreed(question)
        const right = answer === undefined ? null : textOf(answer)
        for (const [url, own] of whole) if (textOf(own) !== right) found.add(url)
      }
      return found
    },
  }
}
