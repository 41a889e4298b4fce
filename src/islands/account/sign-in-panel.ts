import { capitalised } from '../../domain/format.ts'
import { shortAddress } from '../../site/text-parts.ts'
import { button, element, name } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { type Problem, showProblem } from '../dom/show-problem.ts'
import { type BrowserWallet, findWallets } from './find-wallets.ts'
import { type SignInOutcome, type SignInStep, STEPS, signerOf, signIn } from './sign-in.ts'
import { send } from './signed-in.ts'

const STEP_WORDS: Record<SignInStep, (wallet: string, address: string) => string> = {
  connect: (wallet) => `Waiting for ${wallet}: choose the account there.`,
  sign: (wallet, address) => `Waiting for ${wallet}: sign the text for ${address} there.`,
  done: () => 'Signed. The service checks the signature.',
}

/** The signed-out part of the page: the wallets that were found, and signing in with one. */
const whole = part<HTMLElement>(document, '#account-out')
const panel = part<HTMLElement>(whole, '#account-sign-in')
const steps = part<HTMLElement>(panel, '[data-steps]')
const status = part<HTMLElement>(panel, '[data-sign-in-status]')
const cancel = part<HTMLButtonElement>(panel, '[data-cancel]')
const problem = part<HTMLElement>(panel, '#account-out-problem')
const list = part<HTMLElement>(panel, '[data-wallets]')
let underWay: AbortController | null = null

/** Looks for wallets. `signedIn` is called when the reader signed in with one. */
export function startSignIn(signedIn: () => void): void {
  cancel.addEventListener('click', () => underWay?.abort())
  const drawWallets = (wallets: readonly BrowserWallet[]) => {
    for (const wallet of wallets.slice(list.children.length)) {
      list.append(element('li', '', walletButton(wallet, signedIn)))
    }
    const found = wallets.length === 1 ? 'one wallet' : `${wallets.length} wallets`
    part(panel, '[data-found]').textContent =
      wallets.length === 0
        ? 'No wallet was found in this browser.'
        : `Found in this browser: ${found}. Choose one.`
    part<HTMLElement>(panel, '[data-none]').hidden = wallets.length > 0
  }
  drawWallets([])
  findWallets(window, drawWallets)
}

export function showSignIn(reason: Problem | null): void {
  whole.hidden = false
  panel.hidden = false
  steps.hidden = true
  markSteps(null)
  status.textContent = ''
  showProblem(problem, reason)
}

export function hideSignIn(): void {
  whole.hidden = true
}

export function focusSignIn(): void {
  part<HTMLElement>(panel, '[data-sign-in-heading]').focus()
}

function walletButton(wallet: BrowserWallet, signedIn: () => void): HTMLElement {
  const made = button('', () => void begin(wallet, made, signedIn), { className: 'account-wallet' })
  const words = element(
    'span',
    '',
    name(wallet.name),
    element('small', '', capitalised(wallet.kind)),
  )
  made.append(
    element('span', { className: 'account-initials', ariaHidden: 'true' }, wallet.initials),
    words,
  )
  return made
}

async function begin(wallet: BrowserWallet, by: HTMLElement, signedIn: () => void): Promise<void> {
  if (underWay) return
  underWay = new AbortController()
  showProblem(problem, null)
  steps.hidden = false
  showUnderWay(true)
  const outcome = await signIn(signerOf(wallet), {
    send,
    cancel: underWay.signal,
    now: Date.now,
    begin: (step, address) => {
      markSteps(step)
      status.textContent = STEP_WORDS[step](wallet.name, shortAddress(address ?? ''))
    },
  })
  underWay = null
  showUnderWay(false)
  if (outcome.kind === 'done') return signedIn()
  showOutcome(outcome)
  by.focus()
}

/** Not disabled: that would take the focus away from a reader with a keyboard. */
function showUnderWay(isUnderWay: boolean): void {
  cancel.hidden = !isUnderWay
  for (const each of list.querySelectorAll('button')) each.ariaDisabled = isUnderWay ? 'true' : null
}

function showOutcome(outcome: Exclude<SignInOutcome, { kind: 'done' }>): void {
  const isCancelled = outcome.kind === 'cancelled'
  status.textContent = isCancelled ? 'Cancelled. You are not signed in.' : ''
  if (isCancelled) steps.hidden = true
  else showProblem(problem, outcome.problem)
}

function markSteps(current: SignInStep | null): void {
  const at = current === null ? -1 : STEPS.indexOf(current)
  for (const [index, step] of STEPS.entries()) {
    const item = part<HTMLElement>(steps, `[data-step="${step}"]`)
    item.toggleAttribute('data-passed', index < at)
    item.ariaCurrent = index === at ? 'step' : null
  }
}
