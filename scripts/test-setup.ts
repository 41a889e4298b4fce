// Tests touch no network: anything but this machine is refused by name.
const realFetch = globalThis.fetch

globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input)
  if (url.hostname === '127.0.0.1' || url.hostname === 'localhost') return realFetch(input, init)
  return Promise.reject(new Error(`a test asked the network for ${url.href}`))
}
