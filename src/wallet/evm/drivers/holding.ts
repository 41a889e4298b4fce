import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { type Call, call } from '../../../chains/evm/call.ts'
import { hex } from '../../../chains/hex.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, type Token, token } from '../../model/entry-base.ts'
import { ROLES } from '../../model/finding.ts'
import { KINDS } from '../../model/kinds.ts'
import { defineDriver } from './driver.ts'
import { kindOf, legsOf, positionOf } from './entry-position.ts'
import { answersTo, BLOCK_TIME, may, must, type Question } from './questions.ts'

/** What a contract is asked about an owner. */
const asked = z.strictObject({
  contract: address,
  /** With the types of its arguments and results, as `published-shapes.json` has it: `locked(address) -> (int128,uint256)`. */
  function: z.string().regex(/^\w+\([\w,]*\) -> \([\w,]+\)$/),
  /** The owner alone, if they are left out. */
  args: z.array(z.union([z.literal('owner'), hex])).optional(),
  /** Which of the results counts; the first, if it is left out. */
  result: z.int().positive().optional(),
})
type Asked = z.infer<typeof asked>

/** A function that returns what one whole token is redeemed for or, with an argument, what an amount is, in the other's smallest unit. */
const rate = z.strictObject({
  contract: address,
  function: z.string().regex(/^\w+\((uint256)?\)$/),
  of: token,
  /** Of the answer, if they are not those of the other token. */
  decimals: z.int().min(0).max(36).optional(),
  /** A price feed, which has no answer while its price is old: the token is then reported and priced as itself. */
  pauses: z.literal(true).optional(),
})
type Rate = z.infer<typeof rate>

/** How a token counts. */
const OF_TOKEN = 'balanceOf(address) -> (uint256)'
/** No token that is held is worth less of what it is redeemed for. */
const LEAST_RATE = 1_000_000n

/** What an owner has of one thing, as one row describes it: balance, rate, unlock and rewards. */
export const holdingEntry = entryBase.extend({
  driver: z.literal('holding'),
  /** What is counted; without a `balance` also the contract that counts it. */
  token,
  balance: asked.optional(),
  /** What one token is redeemed for. Left out on chains where no contract knows it: the token is then reported and priced as itself. */
  rate: rate.optional(),
  /** The token that each one is redeemed for, one to one: the balance is then reported in it. */
  par: token.optional(),
  /** From when it can be taken, in seconds since 1970. */
  unlock: asked.optional(),
  rewards: z.array(z.strictObject({ token, claim: asked })).optional(),
  /** Other than a stake. */
  role: z.enum(ROLES).optional(),
  /** Of what is supplied: that it backs no debt. */
  collateral: z.literal(false).optional(),
  ref: z.string().min(1).optional(),
  /** What people hold of it, where the product does not say. */
  holds: z.enum(KINDS).optional(),
})
export type HoldingEntry = z.infer<typeof holdingEntry>

/**
 * A balance, converted to what it is redeemed for where the chain has the rate, with the time from which it can be taken and the rewards
 * that can be claimed. A rate of next to nothing is not trusted, and the token is then reported as itself.
 */
export const holding = defineDriver({
  name: 'holding',
  entry: holdingEntry,
  reads: ['supply', 'stake', 'lock', 'lp', 'gauge', 'withdrawal', 'reward'],
  readsOf: ({ holds, product, unlock, rewards }) => [
    holds ?? (unlock && product !== 'staking' ? 'withdrawal' : kindOf(product)),
    ...(rewards ? (['reward'] as const) : []),
  ],
  proof: 'holding-chain.test.ts',
  receiptTokens: (entry) => receiptsOf(entry),
  redeemed: (entry) => {
    const of = entry.rate?.of ?? entry.par
    return of ? receiptsOf(entry).map((receipt) => [receipt, of]) : []
  },
  *read(entry, owner) {
    const { token: held, balance, rate, unlock, rewards = [] } = entry
    const { amount, unlocksAt, claims } = yield* answersTo({
      amount: balance ? amountOf(balance, owner) : must(held.address, BALANCE, [owner]),
      unlocksAt: unlock ? amountOf(unlock, owner) : null,
      claims: rewards.map(({ token, claim }) => ({ token, amount: amountOf(claim, owner) })),
    })
    const { worth, now } = yield* answersTo({
      worth: rate && amount > 0n ? worthOf(rate, held, amount) : null,
      now: unlocksAt !== null && amount > 0n ? BLOCK_TIME : 0n,
    })
    const isConverted = rate && worth !== null && isBelieved(rate.of, held, amount, worth)
    const [of, counted] = isConverted
      ? [rate.of, worth]
      : [rate ? held : (entry.par ?? held), amount]
    const legs = [
      ...legsOf(entry.role ?? 'stake', of, counted, entry.collateral),
      ...claims.flatMap(({ token, amount }) => legsOf('reward', token, amount)),
    ]
    if (legs.length === 0) return []
    return [
      positionOf(entry, {
        legs,
        ref: entry.ref ?? null,
        receiptToken: receiptsOf(entry)[0] ?? null,
        // Rewards alone wait for nothing, and zero is no time.
        ...(unlocksAt !== null &&
          amount > 0n && {
            withdrawal: { unlocksAt: Number(unlocksAt) || null, isClaimable: unlocksAt <= now },
          }),
      }),
    ]
  },
})

/** The token whose balance is counted; none where a contract counts in another way. */
function receiptsOf({ token, balance }: HoldingEntry): Address[] {
  if (!balance) return [token.address]
  return balance.function === OF_TOKEN ? [balance.contract] : []
}

function amountOf(
  { contract, function: text, args = ['owner'], result = 0 }: Asked,
  owner: Address,
): Question<bigint> {
  const values = args.map((each) => (each === 'owner' ? owner : each))
  return must(contract, `function ${text.replace(' -> ', ' view returns ')}`, values).pick(
    (answer) => numberIn(contract, Array.isArray(answer) ? answer[result] : answer),
  )
}

function worthOf(rate: Rate, held: Token, amount: bigint): Question<bigint | null> {
  const { contract, of, decimals = of.decimals, pauses } = rate
  const ask = pauses ? may : must
  const asked = ask(contract, signatureOf(rate), converts(rate) ? [amount] : [])
  return asked.pick((answer) => {
    if (answer === null) return null
    const said = numberIn(contract, answer)
    const worth = converts(rate) ? said : (amount * said) / 10n ** BigInt(held.decimals)
    return (worth * 10n ** BigInt(of.decimals)) / 10n ** BigInt(decimals)
  })
}

function numberIn(contract: Address, answer: unknown): bigint {
  const value = typeof answer === 'number' ? BigInt(answer) : answer
  if (typeof value === 'bigint' && value >= 0n) return value
  throw new Unreadable(`${contract} returns no amount`)
}

/** Whether an amount of a token is worth so much of another. */
export function isBelieved(of: Token, held: Token, amount: bigint, worth: bigint): boolean {
  return worth * LEAST_RATE * 10n ** BigInt(held.decimals) >= amount * 10n ** BigInt(of.decimals)
}

/** The call that returns what one whole token of these decimals is redeemed for, in the smallest unit of the other token. */
export function rateOf(rate: Pick<Rate, 'contract' | 'function'>): (decimals: number) => Call {
  return (decimals) =>
    call(rate.contract, signatureOf(rate), converts(rate) ? [10n ** BigInt(decimals)] : [])
}

function converts({ function: text }: Pick<Rate, 'function'>): boolean {
  return text.endsWith('(uint256)')
}

function signatureOf({ function: text }: Pick<Rate, 'function'>): string {
  return `function ${text} view returns (uint256)`
}
