import { Unreadable } from '../../../chains/unreadable.ts'
import type { ProgramReader } from '../program-reader.ts'
import layouts from './layouts.json' with { type: 'json' }
import { lpFindings, lpPoolOf } from './lp-tokens.ts'
import { mintedTokens } from './minted-tokens.ts'
import { unseenPart } from './position-nfts.ts'
import { keyOf } from './wallet-reads.ts'

const PROTOCOL = 'pumpswap'

// POOL: Pools of PumpSwap. Address and layout are those of pump-fun/pump-public-docs (idl/pump_amm.json at 1b822158). Fees that wait in
// the vault of the quote token, as docs/VIRTUAL_QUOTE_RESERVES_FEE_ADJUSTMENT.md at 8cda1fa3 has it, were appended behind; what it calls
// virtual reserves moves the price and is paid to no one.
const { POOL } = layouts.pumpswap
/** With the fees that wait. */
const POOL_BYTES = 287

/**
 * LP tokens in the wallet as their share of both reserves, which is what `withdraw` of @pump-fun/pump-swap-sdk 1.20.0 pays. The pool
 * mints its LP token, whose address it derives from its own, so a token of this program is recognised before its pool is read.
 */
export const pumpswap: ProgramReader = {
  protocols: [PROTOCOL],
  reads: ['lp'],
  proof: 'pumpswap.test.ts',
  async read(wallet) {
    const { tokens, isWhole } = await mintedTokens(wallet)
    const minted = tokens.filter(({ mint, authority }) => {
      const seeds = [Buffer.from('pool_lp_mint'), keyOf(authority)]
      return wallet.derivedAddress(POOL.program, seeds) === mint
    })
    const [held, accounts] = await Promise.all([
      wallet.tokens(),
      wallet.accounts(
        minted.map(({ authority }) => authority),
        { offset: 0, length: POOL_BYTES },
      ),
    ])
    const shares = minted.map(({ mint }, index) => {
      const pool = lpPoolOf(accounts[index], POOL)
      if (pool.lpMint !== mint) throw new Unreadable(`${pool.address} is not the pool of ${mint}`)
      return { pool, amount: held.get(mint) ?? 0n }
    })
    const findings = await lpFindings(wallet, PROTOCOL, shares)
    return isWhole ? findings : [...findings, unseenPart(PROTOCOL)]
  },
}
