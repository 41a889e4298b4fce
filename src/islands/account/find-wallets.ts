/** The part of an EIP-1193 provider that signing in uses. */
export interface EthereumProvider {
  request: (call: { method: string; params?: readonly unknown[] }) => Promise<unknown>
}

/** The features of a Wallet Standard wallet that signing in uses. */
export interface SolanaFeatures {
  connect: () => Promise<unknown>
  signIn: ((input: unknown) => Promise<unknown>) | null
  signMessage: ((input: unknown) => Promise<unknown>) | null
}

/** A wallet that announced itself to the page. Its name comes from an extension, so it is shown as text only. */
export type BrowserWallet = { id: string; name: string; initials: string } & (
  | { kind: 'ethereum'; provider: EthereumProvider }
  | { kind: 'solana'; features: SolanaFeatures }
)

/** More would be a page of buttons; an extension announces one or two. */
const MAX_WALLETS = 20
const MAX_LETTERS = 40

/**
 * Collects the wallets of a window: Ethereum ones by EIP-6963, Solana ones by the Wallet Standard. Calls `found` whenever one is
 * added; extensions may announce themselves at any time.
 */
export function findWallets(
  target: EventTarget,
  found: (wallets: readonly BrowserWallet[]) => void,
): void {
  const wallets: BrowserWallet[] = []
  const add = (wallet: BrowserWallet | null) => {
    const isNew = wallet !== null && wallets.every(({ id }) => id !== wallet.id)
    if (!isNew || wallets.length >= MAX_WALLETS) return
    wallets.push(wallet)
    found(wallets)
  }
  const register = (...announced: unknown[]) => {
    for (const each of announced) add(guarded(() => solanaWallet(each)))
    // The standard returns what removes the wallets. A button stays once it is shown, so this does nothing.
    return () => undefined
  }
  target.addEventListener('eip6963:announceProvider', (event) => {
    add(guarded(() => ethereumWallet(detailOf(event))))
  })
  target.addEventListener('wallet-standard:register-wallet', (event) => {
    const registerWith = detailOf(event)
    guarded(() => typeof registerWith === 'function' && registerWith({ register }))
  })
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
}

function detailOf(event: Event): unknown {
  return (event as CustomEvent<unknown>).detail
}

/** An announcement may throw on any read. */
function guarded<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

function ethereumWallet(detail: unknown): BrowserWallet | null {
  const info = property(detail, 'info')
  const provider = property(detail, 'provider')
  const uuid = property(info, 'uuid')
  const name = shownName(property(info, 'name'))
  if (typeof uuid !== 'string' || name === null) return null
  if (typeof property(provider, 'request') !== 'function') return null
  return {
    kind: 'ethereum',
    id: `ethereum ${uuid}`,
    name,
    initials: initialsOf(name),
    provider: provider as EthereumProvider,
  }
}

function solanaWallet(wallet: unknown): BrowserWallet | null {
  const name = shownName(property(wallet, 'name'))
  const chains = property(wallet, 'chains')
  const isSolana = Array.isArray(chains) && chains.some(isSolanaChain)
  const features = property(wallet, 'features')
  const connect = method(features, 'standard:connect', 'connect')
  const signIn = method(features, 'solana:signIn', 'signIn')
  const signMessage = method(features, 'solana:signMessage', 'signMessage')
  if (name === null || !isSolana || !connect || !(signIn || signMessage)) return null
  return {
    kind: 'solana',
    id: `solana ${name}`,
    name,
    initials: initialsOf(name),
    features: { connect: () => connect(), signIn, signMessage },
  }
}

export function isSolanaChain(chain: unknown): boolean {
  return typeof chain === 'string' && chain.startsWith('solana:')
}

/** A method of a feature, bound to it. */
function method(features: unknown, feature: string, name: string) {
  const holder = property(features, feature)
  const found = property(holder, name)
  if (typeof found !== 'function') return null
  return (...input: unknown[]) => Promise.resolve(Reflect.apply(found, holder, input))
}

export function property(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined
}

/** A name without characters that are invisible or change the direction of the text; null when nothing is left. */
function shownName(name: unknown): string | null {
  if (typeof name !== 'string') return null
  const shown = name
    .slice(0, 200)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  return shown === '' ? null : [...shown].slice(0, MAX_LETTERS).join('')
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).slice(0, 2)
  return words.map((word) => ([...word][0] ?? '').toUpperCase()).join('')
}
