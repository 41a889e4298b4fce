import words from '../../content/account-words.json' with { type: 'json' }
import { errorPage, PROBLEMS } from '../../contract/problems.ts'
import { type Problem, problem } from '../dom/show-problem.ts'
import { detailsOf, type Failure, formatRetry } from '../failure.ts'
import { property } from './find-wallets.ts'

/** Thrown where the wallet or the service does not do what signing in needs. */
export class SignInError extends Error {
  readonly problem: Problem

  constructor({ title, text, documentation }: Omit<Problem, 'documentation'> & Partial<Problem>) {
    super(title)
    this.problem = problem(title, text, documentation)
  }
}

/** Errors of EIP-1193 and EIP-1474; Solana wallets use the first as well. */
const WALLET_CODES: Record<string, { title: string; text: string }> = words.walletCodes

/** Words of wallets that reject without a code. */
const REJECTED = /reject|denied|declin|cancel/i

/** What a wallet’s error means. The words of the wallet are not repeated: they are for its developers. */
export function walletProblem(error: unknown): Problem {
  if (error instanceof SignInError) return error.problem
  const code = property(error, 'code')
  const isRejected = REJECTED.test(String(property(error, 'message') ?? ''))
  const { unknown, '4001': rejected } = words.walletCodes
  const known = WALLET_CODES[String(code)] ?? (isRejected ? rejected : undefined)
  if (known) return problem(known.title, known.text)
  const shown = typeof code === 'number' ? ` It gave the code ${code}.` : ''
  return problem(unknown.title, `${unknown.text}${shown}`)
}

/** By the reason that the API names. A message about the chain names the chains itself. */
const REASONS: Record<string, { title?: string; advice: string }> = words.reasons

const NO_ANSWER = 'Check the connection and try again. Nothing that you entered is lost.'

/** What a refused request means. `now` in milliseconds since 1970. */
export function requestProblem(failure: Failure, now: number): Problem {
  const { status, code, message } = failure
  if (status === null) return problem('The service did not answer.', NO_ANSWER)
  if (code === null) {
    return problem(
      `An unexpected answer, status ${status}.`,
      `The service may be down. ${NO_ANSWER}`,
    )
  }
  const title = message ?? PROBLEMS[code].message
  const [reason = ''] = detailsOf(failure, 'reason')
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined
  if (known) return problem(known.title ?? title, known.advice, errorPage(code))
  const advice = [...(status >= 500 ? [NO_ANSWER] : []), ...formatRetry(failure, now)]
  return problem(title, advice.join(' '), errorPage(code))
}
