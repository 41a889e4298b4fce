import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/wallet/solana/program-ids.ts'
import type { SolanaTokenList } from '../../src/wallet/solana/token-list.ts'
import type { SolanaChain } from '../../src/wallet/solana/web3.ts'

/** The byte offset of the decimals in a mint (SPL Token, `Mint`); the same in both token programs, and before any extension. */
const DECIMALS_AT = 44
const MINT_BYTES = 82

/** Checks that every mint of the token list exists and has the listed decimals. Returns the disagreements. */
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
      return [`${mint} is not a mint, but is listed as ${symbol}`]
    }
    const actual = account.data[DECIMALS_AT]
    return actual === decimals
      ? []
      : [`${mint} has ${actual} decimals, but is listed as ${symbol} with ${decimals}`]
  })
}
