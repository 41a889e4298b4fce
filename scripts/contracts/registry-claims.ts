import { getContractAddress } from 'viem'
import { call } from '../../src/chains/evm/call.ts'
import type { AccountRegistry } from '../../src/wallet/evm/accounts/account-registry.ts'
import { type Claim, existence, wordClaim } from '../../src/wallet/evm/drivers/claim.ts'

const FACTORY = 'function factory() view returns (address)'
const ALL_PROXIES =
  'function getAllProxies(address owner) view returns (address first, address[] others)'
const ACCOUNT_COUNT = 'function accounts() view returns (uint64)'
const TEMPLATE = 'function proxyTemplate() view returns (address)'

/** That a registry of smart accounts answers as one of its kind. */
export function registryClaim({ kind, registry }: AccountRegistry): Claim {
  switch (kind) {
    case 'ds-proxy':
      return existence('factory of the proxies', registry, FACTORY, [])
    case 'ds-proxies':
      return existence('list of proxies', registry, ALL_PROXIES, [registry])
    case 'instadapp':
      return existence('accounts', registry, ACCOUNT_COUNT, [])
    case 'summer': {
      const first = getContractAddress({ from: registry, nonce: 1n }).toLowerCase()
      return wordClaim('first contract', call(registry, TEMPLATE, []), first)
    }
  }
}
