import { element, name } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { type BrowserWallet, findWallets } from './find-wallets.ts'
import type { AccountProblem } from './problems.ts'
import type { Send } from './requests.ts'
import { showProblem } from './show-problem.ts'
import { type SignInStep, STEPS, signerOf, signIn } from './sign-in.ts'
import { shortAddress } from './words.ts'

const STEP_WORDS: Record<SignInStep, (wallet: string, address: string) => string> = {
  connect: (wallet) => `Waiting for ${wallet}: choose the account there.`,
  sign: (wallet, address) => `Waiting for ${wallet}: sign the text for ${address} there.`,
  done: () => 'Signed. The service checks the signature.',
}

const CHAIN_WORDS = { ethereum: 'Ethereum', solana: 'Solana' }

export interface SignInPanel {
  show: (problem: AccountProblem | null) => void
  hide: () => void
  focus: () => void
}

/** The signed-out part of the page: the wallets that were found, and signing in with one. */
export function startSignIn(root: HTMLElement, send: Send, signedIn: () => void): SignInPanel {
  const panel = part<HTMLElement>(root, '#account-sign-in')
  const whole = part<HTMLElement>(root, '#account-out')
  const steps = part<HTMLElement>(panel, '[data-steps]')
  const status = part<HTMLElement>(panel, '[data-sign-in-status]')
  const cancel = part<HTMLButtonElement>(panel, '[data-cancel]')
  const problem = part<HTMLElement>(panel, '#account-out-problem')
  const list = part<HTMLElement>(panel, '[data-wallets]')
  let underWay: AbortController | null = null

  const markSteps = (current: SignInStep | null) => {
    const at = current === null ? -1 : STEPS.indexOf(current)
    for (const [index, step] of STEPS.entries()) {
      const item = part<HTMLElement>(steps, `[data-step="${step}"]`)
      item.toggleAttribute('data-passed', index < at)
      if (index === at) item.setAttribute('aria-current', 'step')
      else item.removeAttribute('aria-current')
    }
  }

  const begin = async (wallet: BrowserWallet, button: HTMLButtonElement) => {
    if (underWay) return
    underWay = new AbortController()
    showProblem(problem, null)
    steps.hidden = false
    cancel.hidden = false
    // Not disabled: that would take the focus away from a reader with a keyboard.
    for (const each of list.querySelectorAll('button')) each.setAttribute('aria-disabled', 'true')
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
    cancel.hidden = true
    for (const each of list.querySelectorAll('button')) each.removeAttribute('aria-disabled')
    if (outcome.kind === 'done') return signedIn()
    status.textContent = outcome.kind === 'cancelled' ? 'Cancelled. You are not signed in.' : ''
    if (outcome.kind === 'cancelled') steps.hidden = true
    else showProblem(problem, outcome.problem)
    button.focus()
  }

  cancel.addEventListener('click', () => underWay?.abort())
  const draw = (wallets: readonly BrowserWallet[]) => {
    for (const wallet of wallets.slice(list.children.length)) {
      list.append(element('li', '', walletButton(wallet, begin)))
    }
    showFound(panel, wallets.length)
  }
  draw([])
  findWallets(window, draw)
  return {
    show: (reason) => {
      whole.hidden = false
      panel.hidden = false
      steps.hidden = true
      markSteps(null)
      status.textContent = ''
      showProblem(problem, reason)
    },
    hide: () => {
      whole.hidden = true
    },
    focus: () => part<HTMLElement>(panel, '[data-sign-in-heading]').focus(),
  }
}

function walletButton(
  wallet: BrowserWallet,
  begin: (wallet: BrowserWallet, button: HTMLButtonElement) => Promise<void>,
): HTMLElement {
  const initials = element('span', 'account-initials', wallet.initials)
  initials.setAttribute('aria-hidden', 'true')
  const words = element(
    'span',
    '',
    name(wallet.name),
    element('small', '', CHAIN_WORDS[wallet.kind]),
  )
  const button = element('button', 'account-wallet', initials, words)
  button.type = 'button'
  button.addEventListener('click', () => void begin(wallet, button))
  return button
}

function showFound(panel: HTMLElement, found: number): void {
  part(panel, '[data-found]').textContent =
    found === 0
      ? 'No wallet was found in this browser.'
      : `Found in this browser: ${found === 1 ? 'one wallet' : `${found} wallets`}. Choose one.`
  part<HTMLElement>(panel, '[data-none]').hidden = found > 0
}
