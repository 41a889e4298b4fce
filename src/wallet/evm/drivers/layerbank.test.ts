import { expect, test } from 'vitest'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { at, hasMembers, isToken, runDriver, says } from './fixtures/fake-chain.ts'
import { layerbank, layerbankEntry } from './layerbank.ts'

const OWNER = at(0xa11ce)
const [CORE, MARKET, USDC] = [at(1), at(2), at(3)]
const WAD = 10n ** 18n
const SNAPSHOT =
  'function accountSnapshot(address account) view returns ((uint256 shares, uint256 debt, uint256 rate))'
const ENTRY = layerbankEntry.parse({
  id: 'layerbank',
  protocol: 'layerbank',
  product: 'lending',
  driver: 'layerbank',
  source: 'test',
  core: CORE,
  native: { address: at(7), symbol: 'WETH', decimals: 18 },
})

function read(total: bigint, unread: bigint) {
  const asked = {
    registry: CORE,
    listing: selectorOf('function allMarkets() view returns (address[])'),
    question: selectorOf(SNAPSHOT),
    words: 2,
    owner: OWNER,
    max: 200n,
  }
  return runDriver(layerbank, ENTRY, OWNER, [
    hasMembers(asked, { total, unread, found: [[MARKET, 5n]] }),
    says(CORE, 'marketListOf', [OWNER], []),
    says(MARKET, SNAPSHOT, [OWNER], { shares: 5n, debt: 0n, rate: 2n * WAD }),
    says(MARKET, 'underlying', [], USDC),
    ...isToken(USDC, 'USDC', 6),
  ]).findings
}

test('a core of LayerBank may have 200 markets, all of which answer', () => {
  expect(read(200n, 0n)).toMatchObject([{ legs: [{ symbol: 'USDC', amount: 10n }] }])
})

test.each([
  ['no market', 0n, 0n, 'no market'],
  ['one market that does not answer', 2n, 1n, 'do not answer'],
  ['more markets than are asked', 201n, 0n, 'too many'],
])('a core with %s is unreadable', (_, total, unread, message) => {
  expect(() => read(total, unread)).toThrow(message)
})
