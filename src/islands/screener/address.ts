/** Changes of one control within this time are one entry of the history. */
const SAME_ENTRY_MS = 1_500
/** Browsers refuse too many changes of the address in a short time. */
const WAIT_MS = 200

export interface AddressWriter {
  /** Puts the search (`?…` or empty) into the address a moment later. `source` names the control that was changed. */
  write(search: string, source: string): void
  /** Forgets what is waiting: the address was changed by the browser. */
  cancel(): void
}

/** Writes states into the address, so that back and forward go through them. */
export function createAddressWriter(view: Window, now: () => number): AddressWriter {
  let timer = 0
  let last = { source: '', at: Number.NEGATIVE_INFINITY }
  return {
    write(search, source) {
      view.clearTimeout(timer)
      timer = view.setTimeout(() => {
        const address = `${view.location.pathname}${search}`
        if (search === view.location.search) return
        const isSame = source === last.source && now() - last.at < SAME_ENTRY_MS
        last = { source, at: now() }
        if (isSame) view.history.replaceState(null, '', address)
        else view.history.pushState(null, '', address)
      }, WAIT_MS)
    },
    cancel() {
      view.clearTimeout(timer)
      last = { source: '', at: Number.NEGATIVE_INFINITY }
    },
  }
}
