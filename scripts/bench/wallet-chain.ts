import { toFunctionSelector } from 'viem'
import type { Address, Hex } from '../../src/chains/address.ts'
import type { Call } from '../../src/chains/evm/call.ts'
import type { BundledReply } from '../../src/chains/evm/multicall.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/drivers.ts'
import table from './wallet-replies.json' with { type: 'json' }

/** The account that has positions. Every other account holds nothing. */
export const HOLDER: Address = `0x${'b0'.repeat(20)}`
/** Its positions by chain, forty in all. */
const HELD: Partial<Record<string, number>> = { ethereum: 20, arbitrum: 8, base: 8, optimism: 4 }

const WORD = 64
const BALANCE = toFunctionSelector('balanceOf(address)')
const ACCOUNT = toFunctionSelector('getUserAccountData(address)')
const CONFIGURATION = toFunctionSelector('getUserConfiguration(address)')
const MANY_PRICES = toFunctionSelector('getAssetsPrices(address[])')
/** Of GMX v1: nine numbers for each pair of tokens that is asked for. */
const PERPS = toFunctionSelector('getPositions(address,address,address[],address[],bool[])')
const GMX_WORDS = 9

/** Words with a meaning, by name. */
const NAMES: Record<string, string> = table.names
const REPLIES = new Map<string, Hex>(
  Object.entries(table.replies).map(([signature, words]) => [
    toFunctionSelector(signature),
    written(...words),
  ]),
)
/** Most questions are of an amount, and the answer is that there is none. */
const ZERO = written('0')
/** Aave v4 answers the same question with a struct of its own. */
const V4_ACCOUNT = written(...Array.from({ length: 7 }, () => '0'))

/** What the holder has a position in: the first entries of a chain that can be held. Vaults and markets take most rounds. */
export function heldEntries(chain: string, entries: readonly ContractEntry[]): ContractEntry[] {
  return entries.filter(isHoldable).slice(0, HELD[chain] ?? 0)
}

/** Answers calls to the contracts of one chain, mostly by the selector alone. */
export function replyOn(chain: string, entries: readonly ContractEntry[]) {
  const held = new Map(heldEntries(chain, entries).flatMap(repliesOf))
  const spokes = new Set<string>(
    entries.flatMap((entry) => (entry.driver === 'aave-v4' ? [entry.spoke] : [])),
  )
  return ({ to, data }: Call): BundledReply => {
    const selector = data.slice(0, 10)
    const own = data.endsWith(HOLDER.slice(2)) ? held.get(`${to}${selector}`) : undefined
    if (own) return { ok: true, data: own }
    if (selector === MANY_PRICES) return { ok: true, data: list(wordAt(data, 1), 'dollar') }
    if (selector === PERPS) return { ok: true, data: list(wordAt(data, 5) * GMX_WORDS, '0') }
    if (selector === ACCOUNT && spokes.has(to)) return { ok: true, data: V4_ACCOUNT }
    return { ok: true, data: REPLIES.get(selector) ?? ZERO }
  }
}

function isHoldable(entry: ContractEntry): boolean {
  if (entry.driver === 'erc4626') return !entry.inner
  if (entry.driver === 'aave') return entry.version === 3 && entry.assets.length > 0
  return entry.driver === 'holding' && !entry.balance
}

/** What the contracts of a position say of the holder, by address and selector. */
function repliesOf(entry: ContractEntry): [string, Hex][] {
  const say = (to: Address, selector: Hex, ...words: string[]): [string, Hex] => [
    `${to}${selector}`,
    written(...words),
  ]
  if (entry.driver === 'erc4626') return [say(entry.vault, BALANCE, 'amount')]
  if (entry.driver === 'holding') return [say(entry.token.address, BALANCE, 'amount')]
  const asset = entry.driver === 'aave' && entry.assets[0]
  if (entry.driver !== 'aave' || !asset) return []
  return [
    say(asset.aToken, BALANCE, 'amount'),
    say(entry.pool, ACCOUNT, 'dollar', '0', '0', '0', '0', 'most'),
    say(entry.pool, CONFIGURATION, String(2n << BigInt(2 * asset.id))),
  ]
}

function wordAt(data: Hex, index: number): number {
  return Number.parseInt(data.slice(10 + index * WORD, 10 + (index + 1) * WORD), 16)
}

function list(length: number, value: string): Hex {
  return written('32', String(length), ...Array.from({ length }, () => value))
}

function written(...words: string[]): Hex {
  const numbers = words.map((text) => BigInt(NAMES[text] ?? text))
  return `0x${numbers.map((number) => number.toString(16).padStart(WORD, '0')).join('')}`
}
