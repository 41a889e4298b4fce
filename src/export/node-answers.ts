import type { ControlDocument } from '../contract/control.ts'
import {
  type Disagreement,
  MAX_ANSWER_LENGTH,
  MAX_DISAGREEMENTS,
  MAX_NODES,
  type NodeAnswers,
} from '../domain/node-answers.ts'
import { limited } from './outside-text.ts'

type Published = Pick<ControlDocument['contracts'][number], 'unconfirmed' | 'disagreements'>

/** What the nodes of a chain said, as published, cut to the limits of a document; nothing where two of them agree and none differs. */
export function nodeAnswersDocument({ unconfirmed, disagreements = [] }: NodeAnswers): Published {
  return {
    ...(unconfirmed && { unconfirmed }),
    ...(disagreements.length > 0 && {
      disagreements: disagreements.slice(0, MAX_DISAGREEMENTS).map(disagreementDocument),
    }),
  }
}

function disagreementDocument({ fact, answers }: Disagreement): Disagreement {
  return {
    fact: limited(fact),
    answers: answers.slice(0, MAX_NODES).map(({ node, answer }) => ({
      node: limited(node),
      answer: limited(answer).slice(0, MAX_ANSWER_LENGTH),
    })),
  }
}
