import { findingOf } from '../../model/finding.ts'
import type { ProgramReader, ProgramWallet } from '../program-reader.ts'
import { fieldsOf, nullIfUnreadable } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }
import { accountsOfNfts, type PositionAccounts, unseenPart } from './position-nfts.ts'

/**
 * Raydium's Burn & Earn: liquidity that is locked for good, of which the holder of an NFT, the fee key, takes what it earns. Address and
 * seeds are those of raydium-io/raydium-sdk-V2@124c625e, the layouts those of sevenlabs-hq/carbon@9dc3c3a5
 * decoders/raydium-liquidity-locking-decoder.
 */
const PROGRAM = 'LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE'
const PROTOCOL = 'raydium'

const { POSITION, LIQUIDITY } = layouts.raydiumLocks

/** The concentrated positions whose fee keys are in the wallet. One that cannot be read is returned without an account. */
export async function lockedPositions(wallet: ProgramWallet): Promise<PositionAccounts> {
  const { held, unread } = await accountsOfNfts(wallet, {
    program: PROGRAM,
    seed: 'locked_position',
  })
  const locks = held.map(({ mint, account }) => {
    const fields = nullIfUnreadable(() => fieldsOf(account, POSITION))
    const isTheirs = fields?.key(POSITION.feeKey) === mint
    return { mint, position: isTheirs ? fields.key(POSITION.position) : null }
  })
  const addresses = locks.flatMap(({ position }) => position ?? [])
  const accounts = await wallet.accounts(addresses)
  const accountOf = new Map(addresses.map((address, index) => [address, accounts[index] ?? null]))
  return {
    held: locks.map(({ mint, position }) => {
      const account = accountOf.get(position ?? '') ?? null
      return { mint, ref: mint, account, isLocked: true }
    }),
    unread,
  }
}

/** LP tokens of CPMM pools whose fee keys are in the wallet. How much they earned is not published, so they have no amount. */
export const raydiumLocks: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['reward'],
  proof: 'raydium-locks.test.ts',
  async read(wallet) {
    const { held, unread } = await accountsOfNfts(wallet, {
      program: PROGRAM,
      seed: 'locked_liquidity',
    })
    const findings = held
      .filter(({ mint, account }) => {
        const fields = nullIfUnreadable(() => fieldsOf(account, LIQUIDITY))
        return fields?.key(LIQUIDITY.feeKey) === mint && fields.u64(LIQUIDITY.lpTokens) > 0n
      })
      .map(({ mint }) =>
        findingOf({
          protocol: PROTOCOL,
          product: 'lp',
          market: 'fees of LP tokens that are locked for good',
          ref: mint,
          legs: [
            {
              role: 'reward',
              token: mint,
              symbol: 'fee key',
              decimals: 0,
              amount: 1n,
              isUnread: true,
            },
          ],
        }),
      )
    return unread > 0 ? [...findings, unseenPart(PROTOCOL)] : findings
  },
}
