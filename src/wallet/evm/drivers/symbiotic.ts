import * as z from 'zod'
import { askEntities, readEntities } from '../../../chains/evm/lens/entities.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { answersTo, BLOCK_TIME, Question, tokenAt } from './questions.ts'

/** Contracts in one request. A vault takes about 150,000 gas with its epochs. */
const PER_CALL = 180
/** Requests for the vaults; those that were made after them are not read. One is enough for default collateral. */
const VAULT_PAGES = 2
/** Epochs before the next one that are searched for withdrawals: half a year of weeks, the usual epoch. */
const EPOCHS = 26

/** Symbiotic, by the factories of its vaults and of its default collateral. */
export const symbioticEntry = entryBase.extend({
  driver: z.literal('symbiotic'),
  vaults: address,
  collaterals: address,
})

/**
 * Stakes in vaults after slashing, default collateral, and withdrawals with the end of their epoch, from which they can be claimed
 * (`Vault.activeBalanceOf`, `Vault.withdrawalsOf`, `VaultStorage`, @symbioticfi/core). A vault's collateral is reported as the asset behind it.
 */
export const symbiotic = defineDriver({
  name: 'symbiotic',
  entry: symbioticEntry,
  reads: ['stake', 'withdrawal'],
  proof: 'symbiotic-chain.test.ts',
  *read(entry, owner) {
    const { vaults, collaterals } = entry
    const plan = [
      { factory: collaterals, page: 0 },
      ...Array.from({ length: VAULT_PAGES }, (_, page) => ({ factory: vaults, page })),
    ]
    const pages = yield* answersTo(
      plan.map(({ factory, page }) => {
        const lens = askEntities({
          factory,
          collaterals,
          owner,
          skip: page * PER_CALL,
          count: PER_CALL,
          epochs: EPOCHS,
        })
        return new Question([lens], ([reply]) => readEntities(reply))
      }),
    )
    if (pages.some(({ total }) => total === 0n))
      throw new Unreadable('A factory of Symbiotic made nothing')
    const held = yield* answersTo(
      pages
        .flatMap(({ found }) => found)
        .map((each) => ({ ...each, now: BLOCK_TIME, of: tokenAt(each.token) })),
    )
    const findings = held.map((each): Finding => {
      const { of, now } = each
      const isWaiting = each.unlocksAt > 0n
      return positionOf(entry, {
        market: of.symbol,
        ref: isWaiting ? `${each.entity} epoch ${each.epoch}` : each.entity,
        legs: legsOf('stake', of, each.amount),
        ...(isWaiting && {
          withdrawal: {
            unlocksAt: Number(each.unlocksAt),
            isClaimable: each.unlocksAt <= now,
          },
        }),
      })
    })
    const mayMiss =
      held.length > 0 &&
      pages.some(
        ({ total }, at) =>
          total > BigInt(PER_CALL * (plan[at]?.factory === vaults ? VAULT_PAGES : 1)),
      )
    const isPartial = mayMiss || pages.some(({ unread }) => unread > 0n)
    return isPartial ? [...findings, unseenPart(entry)] : findings
  },
})
