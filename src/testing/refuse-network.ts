// Loaded before each test file: a request to any machine but this one is refused.
const REFUSES = Symbol.for('plimsoll.refuses-network')

// Files of one worker share their globals, so the second file finds the work done.
if (!Object.hasOwn(globalThis.fetch, REFUSES)) {
  const realFetch = globalThis.fetch
  const localFetch: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.hostname === '127.0.0.1' || url.hostname === 'localhost') return realFetch(input, init)
    return Promise.reject(new Error(`a test asked the network for ${url.href}`))
  }
  globalThis.fetch = Object.assign(localFetch, { [REFUSES]: true })
}
