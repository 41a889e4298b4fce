/** Limits of what is kept and published of a contract or market: facts, nodes and characters of an answer. */
export const MAX_DISAGREEMENTS = 4
export const MAX_NODES = 4
export const MAX_ANSWER_LENGTH = 120

/** Why a reading of a chain is not confirmed: one node alone answered, or no two nodes say the same. */
export type Unconfirmed = 'one-node' | 'disagreement'

/** A fact on which nodes disagree, with the answer of each. */
export interface Disagreement {
  /** Such as `utilisation` or `code`. */
  fact: string
  /** `node`: the host of a public node, and the role of any other. */
  answers: { node: string; answer: string }[]
}

/** What the nodes of a chain said of a contract or market. Left out of readings that were stored before two nodes were asked. */
export interface NodeAnswers {
  /** Left out when two nodes say the same. What is not confirmed counts in no score. */
  unconfirmed?: Unconfirmed | undefined
  /** Facts on which nodes disagree, also where two of them agree against another. */
  disagreements?: Disagreement[] | undefined
}

/** A reading with what nodes disagree on now in place of what they once did. */
export function withDisagreements<One extends NodeAnswers>(
  { disagreements: _, ...one }: One,
  now: readonly Disagreement[],
): One {
  // What is taken out is optional.
  return { ...(one as One), ...(now.length > 0 && { disagreements: [...now] }) }
}
