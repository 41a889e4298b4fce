import { objectIn, textIn } from '../dom/read-values.ts'
import type { Problem } from '../dom/show-problem.ts'
import { NO_ANSWER } from '../failure.ts'
import type { BrowserWallet } from './find-wallets.ts'
import { requestProblem, SignInError, walletProblem } from './problems.ts'
import type { Send } from './requests.ts'
import { ethereumSigner } from './sign-with-ethereum.ts'
import { solanaSigner } from './sign-with-solana.ts'
import type { Challenge, Signer } from './signer.ts'

/** The parts of signing in, in this order. */
export const STEPS = ['connect', 'sign', 'done'] as const

export type SignInStep = (typeof STEPS)[number]

export type SignInOutcome =
  | { kind: 'done' }
  | { kind: 'cancelled' }
  | { kind: 'problem'; step: SignInStep; problem: Problem }

export interface SignInOptions {
  send: Send
  /** Called when a step begins; with the address once it is known. */
  begin: (step: SignInStep, address: string | null) => void
  /** Aborts when the reader cancels. A wallet may never answer. */
  cancel: AbortSignal
  /** Milliseconds since 1970. */
  now: () => number
}

export function signerOf(wallet: BrowserWallet): Signer {
  return wallet.kind === 'ethereum'
    ? ethereumSigner(wallet.provider)
    : solanaSigner(wallet.features)
}

/** Signs in: connects the wallet, gets a message of the service, has it signed and sends the signature. Never rejects. */
export async function signIn(signer: Signer, options: SignInOptions): Promise<SignInOutcome> {
  const { cancel, begin } = options
  let step: SignInStep = 'connect'
  const next = (to: SignInStep, address: string | null) => {
    cancel.throwIfAborted()
    step = to
    begin(to, address)
  }
  const cancelled = new Promise<never>((_, reject) => {
    cancel.addEventListener('abort', () => reject(cancel.reason))
  })
  // Nothing awaits it once signing in has ended.
  cancelled.catch(() => undefined)
  try {
    await Promise.race([signInBySteps(signer, options, next), cancelled])
    return { kind: 'done' }
  } catch (error) {
    if (cancel.aborted) return { kind: 'cancelled' }
    return { kind: 'problem', step, problem: walletProblem(error) }
  }
}

async function signInBySteps(
  signer: Signer,
  { send, now }: SignInOptions,
  next: (step: SignInStep, address: string | null) => void,
): Promise<void> {
  const ask = async (name: string, body: Record<string, unknown>) => {
    const answer = await send(name, body)
    if (answer.isDone) return answer.data
    throw new SignInError(requestProblem(answer.failure, now()))
  }
  next('connect', null)
  const account = await signer.connect()
  const challenge = readChallenge(await ask('challenge', account))
  next('sign', account.address)
  const signature = await signer.sign(challenge)
  next('done', account.address)
  const { message, proof } = challenge
  await ask('sign-in', { message, proof, signature })
}

function readChallenge(data: object): Challenge {
  const [message, proof] = [textIn(data, 'message'), textIn(data, 'proof')]
  if (message === null || proof === null) {
    throw new SignInError(requestProblem({ ...NO_ANSWER, status: 200 }, 0))
  }
  return { message, proof, signIn: Reflect.has(data, 'signIn') ? objectIn(data, 'signIn') : null }
}
