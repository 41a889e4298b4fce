import { type Kept, NOTHING, parseKept } from './kept.ts'

export const STORAGE_NAME = 'plimsoll-kept'

/** For as long as the page is open, where the browser refuses storage. */
let refused: Kept | null = null

/** What is kept in this browser; nothing where there is none or it cannot be read. */
export function readKept(): Kept {
  try {
    return refused ?? parseKept(localStorage.getItem(STORAGE_NAME)) ?? NOTHING
  } catch {
    return refused ?? NOTHING
  }
}

/** Changes what is kept. Other tabs may have changed it meanwhile, so `change` gets what is there now. Returns what is kept then. */
export function changeKept(change: (kept: Kept) => Kept): Kept {
  const kept = change(readKept())
  const isEmpty = kept.protocols.length + kept.wallets.length === 0
  try {
    if (isEmpty) localStorage.removeItem(STORAGE_NAME)
    else localStorage.setItem(STORAGE_NAME, JSON.stringify(kept))
    refused = null
  } catch {
    refused = kept
  }
  return kept
}

/** Whether the last change will be gone with this page. */
export function isRefused(): boolean {
  return refused !== null
}

/** Calls `act` when another tab changes what is kept. */
export function onKeptChange(act: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_NAME || key === null) act()
  })
}
