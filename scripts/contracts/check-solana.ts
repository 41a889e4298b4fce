import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/wallet/solana/programs.ts'
import type { SolanaTokenList } from '../../src/wallet/solana/token-list.ts'
import type { SolanaChain } from '../../src/wallet/solana/web3.ts'

/** Where a mint has its decimals (SPL Token, `Mint`): the same in both token programs, and before every extension. */
const DECIMALS_AT = 44
const MINT_BYTES = 82

/** Asks for every mint of the token list whether it is one, with the decimals that it says. Empty: they agree. */
export async function checkSolana(
  { lsts, lends }: SolanaTokenList,
  chain: Pick<SolanaChain, 'accounts'>,
): Promise<string[]> {
  const tokens = [...lsts, ...lends, ...lends.map(({ underlying }) => underlying)]
  const mints = new Map(tokens.map((token) => [token.mint, token]))
  const accounts = await chain.accounts([...mints.keys()])
  return [...mints.values()].flatMap(({ mint, symbol, decimals }, at) => {
    const account = accounts[at]
    const isOfTokens = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].includes(account?.owner ?? '')
    if (!account || !isOfTokens || account.data.length < MINT_BYTES) {
      return [`${mint} is no mint, but should be ${symbol}`]
    }
    const said = account.data[DECIMALS_AT]
    return said === decimals ? [] : [`${mint} has ${said} decimals, not ${symbol} with ${decimals}`]
  })
}
