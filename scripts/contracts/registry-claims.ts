import { getContractAddress } from 'viem'
import { call } from '../../src/chains/evm/call.ts'
import { decodeReply } from '../../src/chains/evm/viem.ts'
import type { AccountRegistry } from '../../src/wallet/evm/accounts/account-registry.ts'
import { type Claim, existence, wordClaim } from './claim.ts'

const FACTORY = 'function factory() view returns (address)'
const ALL_PROXIES =
  'function getAllProxies(address owner) view returns (address first, address[] others)'
const ACCOUNT_COUNT = 'function accounts() view returns (uint64)'
const TEMPLATE = 'function proxyTemplate() view returns (address)'

/** That a registry of smart accounts answers as one of its kind. */
export function registryClaim({ kind, registry }: AccountRegistry): Claim {
  switch (kind) {
    case 'ds-proxy':
      return existence('factory of the proxies', call(registry, FACTORY, []), (data) =>
        BigInt(decodeReply(FACTORY, data)),
      )
    case 'ds-proxies':
      return existence('list of proxies', call(registry, ALL_PROXIES, [registry]), (data) =>
        BigInt(decodeReply(ALL_PROXIES, data).length),
      )
    case 'instadapp':
      return existence('accounts', call(registry, ACCOUNT_COUNT, []), (data) =>
        decodeReply(ACCOUNT_COUNT, data),
      )
    case 'summer': {
      const first = getContractAddress({ from: registry, nonce: 1n }).toLowerCase()
      return wordClaim('first contract', call(registry, TEMPLATE, []), first)
    }
  }
}
