import { errorPage, PROBLEMS } from '../../contract/problems.ts'
import { type Problem, problem } from '../dom/show-problem.ts'
import { detailsOf, type Failure, formatRetry } from '../failure.ts'
import { property } from './find-wallets.ts'

/** Thrown where the wallet or the service does not do what signing in needs. */
export class SignInError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.title)
    this.problem = problem
  }
}

const UNCHANGED = 'Nothing was changed. Try again.'

/** Errors of EIP-1193 and EIP-1474; Solana wallets use the first as well. */
const WALLET_CODES: Record<string, Problem> = {
  '4001': problem('Rejected in the wallet.', UNCHANGED),
  '4100': problem(
    'The wallet does not allow this site.',
    'Allow this site in the wallet’s settings, unlock it, and try again.',
  ),
  '4900': problem('The wallet is not connected.', 'Check its network connection and try again.'),
  '-32002': problem(
    'The wallet is already asking.',
    'Open the wallet, answer its open question, and try again.',
  ),
}

/** Words of wallets that reject without a code. */
const REJECTED = /reject|denied|declin|cancel/i

/** What a wallet’s error means. The words of the wallet are not repeated: they are for its developers. */
export function walletProblem(error: unknown): Problem {
  if (error instanceof SignInError) return error.problem
  const code = property(error, 'code')
  const known = WALLET_CODES[String(code)]
  const isRejected = REJECTED.test(String(property(error, 'message') ?? ''))
  if (known) return known
  if (isRejected) return WALLET_CODES['4001'] ?? UNKNOWN_WALLET_PROBLEM
  const shown = typeof code === 'number' ? ` It gave the code ${code}.` : ''
  return { ...UNKNOWN_WALLET_PROBLEM, text: `${UNKNOWN_WALLET_PROBLEM.text}${shown}` }
}

const UNKNOWN_WALLET_PROBLEM = problem(
  'The wallet did not answer as expected.',
  `Unlock it, reload this page and try again, or choose another wallet.`,
)

/** By the reason that the API names. */
const REASONS: Record<string, { title?: string; advice: string }> = {
  // The message names the chains.
  chain: { advice: 'Then choose the wallet here again.' },
  expired: {
    title: 'The message expired before it was signed.',
    advice: 'A message can be signed for five minutes. Choose the wallet again.',
  },
  spent: {
    title: 'This signature was used already.',
    advice: 'Each message signs in once. Choose the wallet again for a new one.',
  },
  challenge: {
    title: 'The message is not the one that this browser was given.',
    advice: 'Choose the wallet again. Signing in needs the cookies of this site.',
  },
  signature: {
    title: 'The signature does not belong to this address and message.',
    advice: 'Choose the account in the wallet that you want to sign in with, and try again.',
  },
  origin: {
    title: 'The request did not come from this site.',
    advice: 'Open this page at its public address, without a frame or proxy, and try again.',
  },
  session: {
    title: 'You are signed out.',
    advice: 'The session ended, or was ended in another browser. Sign in again.',
  },
}

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
