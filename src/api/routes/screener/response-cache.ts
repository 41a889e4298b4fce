import type { ApiResponse } from '../../http/api-response.ts'

export interface MemoryLimits {
  answers: number
  /** Of bodies and of what was asked. */
  bytes: number
}

/** Answers by what was asked, the latest ones within these limits; the one that was wanted longest ago makes room. */
export class Remembered {
  readonly #limits: MemoryLimits
  readonly #answers = new Map<string, ApiResponse>()
  #bytes = 0

  constructor(limits: MemoryLimits) {
    this.#limits = limits
  }

  get(question: string): ApiResponse | undefined {
    const answer = this.#answers.get(question)
    if (answer) {
      this.#answers.delete(question)
      this.#answers.set(question, answer)
    }
    return answer
  }

  set(question: string, answer: ApiResponse): void {
    this.#forget(question)
    this.#answers.set(question, answer)
    this.#bytes += sizeOf(question, answer)
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#limits.answers && this.#bytes <= this.#limits.bytes) return
      this.#forget(oldest)
    }
  }

  #forget(question: string): void {
    const answer = this.#answers.get(question)
    if (!answer) return
    this.#answers.delete(question)
    this.#bytes -= sizeOf(question, answer)
  }
}

function sizeOf(question: string, { body }: ApiResponse): number {
  return 2 * question.length + (body?.length ?? 0)
}
