const NAME = 'plimsoll-signed-in'

/**
 * A note in this browser that there is a session. Scripts cannot read its cookie, and without the note the page would have to ask
 * the service on every visit. It says nothing about the account. Without storage a reload shows the signed-out page.
 */
export const sessionNote = {
  read: (): boolean => withStorage((storage) => storage.getItem(NAME) !== null) ?? false,
  write: (): void => void withStorage((storage) => storage.setItem(NAME, '1')),
  /** Calls `act` when another tab of this browser signs in or out. */
  onChange: (act: () => void): void => {
    addEventListener('storage', ({ key }) => {
      if (key === NAME || key === null) act()
    })
  },
  remove: (): void => void withStorage((storage) => storage.removeItem(NAME)),
}

/** Storage may be forbidden, which throws. */
function withStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(localStorage)
  } catch {
    return null
  }
}
