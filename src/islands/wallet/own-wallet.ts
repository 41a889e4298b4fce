import { type BrowserWallet, findWallets } from '../account/find-wallets.ts'
import { walletProblem } from '../account/problems.ts'
import { ethereumAccount } from '../account/sign-with-ethereum.ts'
import { solanaAccount } from '../account/sign-with-solana.ts'
import { button, element } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { type Problem, problem } from '../dom/show-problem.ts'

export interface OwnWalletOptions {
  /** Called when a wallet is asked for its address. */
  asked: (wallet: BrowserWallet) => void
  connected: (address: string) => void
  failed: (problem: Problem) => void
}

const NONE = problem(
  'No wallet was found in this browser.',
  'A wallet extension announces itself to a page by EIP-6963 or by the Wallet Standard; none did. Allow it on this site, or enter the address. On a phone, open this page in the browser of the wallet’s app.',
)

/** Makes the button “Scan my wallet” ask the wallet of this browser for its address; of several, the reader chooses one. Nothing is signed. */
export function startOwnWallet(form: HTMLElement, options: OwnWalletOptions): void {
  const own = part<HTMLButtonElement>(form, '#connect')
  const choices = part<HTMLElement>(form, '[data-choices]')
  let wallets: readonly BrowserWallet[] = []
  let turn = 0
  const ask = async (wallet: BrowserWallet) => {
    turn += 1
    const mine = turn
    options.asked(wallet)
    try {
      const address = await addressOf(wallet)
      // The reader may have chosen another one meanwhile.
      if (mine === turn) options.connected(address)
    } catch (error) {
      if (mine === turn) options.failed(walletProblem(error))
    }
  }
  findWallets(window, (found) => {
    wallets = found
  })
  own.addEventListener('click', () => {
    const [first, second] = wallets
    choices.hidden = second === undefined
    if (!first) options.failed(NONE)
    else if (second) drawChoices(choices, wallets, ask)
    else void ask(first)
  })
}

function drawChoices(
  place: HTMLElement,
  wallets: readonly BrowserWallet[],
  ask: (wallet: BrowserWallet) => Promise<void>,
): void {
  const buttons = wallets.map((wallet) => button(wallet.name, () => void ask(wallet)))
  place.replaceChildren(...buttons.map((each) => element('li', '', each)))
  buttons[0]?.focus()
}

async function addressOf(wallet: BrowserWallet): Promise<string> {
  if (wallet.kind === 'ethereum') return ethereumAccount(wallet.provider)
  return (await solanaAccount(wallet.features)).address
}
