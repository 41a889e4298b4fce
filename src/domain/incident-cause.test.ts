import { expect, test } from 'vitest'
import { causeClass } from './incident-cause.ts'

test.each([
  ['Flashloan Price Oracle Attack', 'Ecosystem', 'price-manipulation'],
  ['Spot Price Manipulation', 'Oracle Manipulation', 'price-manipulation'],
  ['Flashloan Reentrancy Attack', 'Ecosystem', 'reentrancy'],
  ['Acces Control Exploit', 'Protocol Logic', 'access-control'],
  ['Merkle Proof Forgery', 'Access Control', 'access-control'],
  ['Private Key Compromised (Phishing)', 'Infrastructure', 'keys'],
  ['Cloudflare Key Compromised', 'Infrastructure', 'keys'],
  ['Donation Attack', 'Token & Share Accounting', 'accounting'],
  ['Swap Logic Flaw', 'Protocol Logic', 'logic'],
  ['Unknown', 'Protocol Logic', 'logic'],
  ['Flashloan Governance Attack', 'Ecosystem', 'governance'],
  ['Unbacked Cross-Chain Mint', 'Bridge & Cross-Chain', 'bridge'],
  ['DNS Hijack', 'Frontend & Infrastructure', 'infrastructure'],
  ['Malware', 'Social Engineering', 'social-engineering'],
  ['Access Control Exploit', 'Rugpull', 'rug-pull'],
  [null, 'Rugpull', 'rug-pull'],
  ['Flashloan Slippage Attack', 'Ecosystem', 'unclassified'],
  ['Unknown', null, 'unclassified'],
  [null, null, 'unclassified'],
])('%s of %s is %s', (technique, cause, expected) => {
  expect(causeClass({ technique, cause })).toBe(expected)
})
