import { expect, test } from 'vitest'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { selectorOf } from '../../../chains/evm/viem.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { abracadabra, abracadabraEntry } from './abracadabra.ts'
import { at, hasMembers, isToken, runDriver, says } from './fixtures/fake-chain.ts'

const OWNER = at(0xa11ce)
const [CAULDRON, BOX, WETH, MIM] = [at(1), at(2), at(3), at(4)]
const ENTRY = abracadabraEntry.parse({
  id: 'abracadabra',
  protocol: 'abracadabra',
  product: 'lending',
  driver: 'abracadabra',
  source: 'test',
  cauldrons: CAULDRON,
})

/** The debt of an owner with a part of what is owed to a cauldron: `elastic` for `base` parts. */
function debtOf(part: bigint, { elastic, base }: { elastic: bigint; base: bigint }) {
  const held = (signature: string, amount: bigint) =>
    hasMembers(
      { list: CAULDRON, question: selectorOf(signature), words: 1, owner: OWNER, max: 1n },
      { total: 1n, found: amount === 0n ? [] : [[CAULDRON, amount]] },
    )
  const { findings } = runDriver(abracadabra, ENTRY, OWNER, [
    held('function userCollateralShare(address owner) view returns (uint256)', 9n),
    held('function userBorrowPart(address owner) view returns (uint256)', part),
    says(MULTICALL3, 'getCurrentBlockTimestamp', [], 1n),
    says(CAULDRON, 'collateral', [], WETH),
    says(CAULDRON, 'magicInternetMoney', [], MIM),
    says(CAULDRON, 'bentoBox', [], BOX),
    says(CAULDRON, 'totalBorrow', [], elastic, base),
    says(BOX, 'toAmount', [WETH, 9n, false], 9n),
    ...isToken(WETH, 'WETH', 18),
    ...isToken(MIM, 'MIM', 18),
  ])
  return findings.flatMap(({ legs }) => legs).find(({ role }) => role === 'borrow')?.amount
}

test.each([
  { part: 1n, elastic: 10n, base: 3n, debt: 4n },
  { part: 2n, elastic: 10n, base: 3n, debt: 7n },
  { part: 3n, elastic: 10n, base: 3n, debt: 10n },
  { part: 1n, elastic: 3_000_000_001n, base: 3n, debt: 1_000_000_001n },
  { part: 0n, elastic: 0n, base: 0n, debt: undefined },
])('$part of $base parts of a debt of $elastic at a cauldron is $debt, rounded up', (of) => {
  expect(debtOf(of.part, of)).toBe(of.debt)
})

test('a part greater than all parts is unreadable', () => {
  expect(() => debtOf(4n, { elastic: 10n, base: 3n })).toThrow(Unreadable)
})
