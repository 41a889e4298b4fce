import { generatePrivateKey } from 'viem/accounts'
import { ethereumWallet, TestBrowser, type TestWallet } from '../account/world.ts'
import { stranger, type Target } from './client.ts'

/** A browser with its cookies, at an address of its own. */
export function browserAt({ baseUrl, capabilities }: Target): TestBrowser {
  const ask = (request: Request, ip: string) => {
    const { clientHeader } = capabilities
    if (clientHeader !== null) request.headers.set(clientHeader, ip)
    return fetch(request)
  }
  return new TestBrowser(ask, stranger(), baseUrl)
}

/** A wallet that no other test has. */
export function newWallet(): TestWallet {
  return ethereumWallet(BigInt(generatePrivateKey()))
}
