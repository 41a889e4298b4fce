import { beforeAll, expect, test } from 'vitest'
import { invented } from '../../src/testing/wallet/solana/accounts.ts'
import { realTokens } from '../../src/testing/wallet/solana/real-tokens.ts'
import { TOKEN_2022, useSvm } from '../../src/testing/wallet/solana/svm-rpc.ts'
import { lend, lst } from '../../src/testing/wallet/solana/token-list.ts'
import { connectSolana, type SolanaChain } from '../../src/wallet/solana/web3.ts'
import { checkSolana } from './check-solana.ts'

const JITO = lst('JitoSOL')
const JLUSDC = lend('jlUSDC')
const tokenList = { chain: 'solana' as const, generatedFrom: {}, lsts: [JITO], lends: [JLUSDC] }

const rpc = useSvm()
let chain: SolanaChain

beforeAll(async () => {
  const tokens = await realTokens(rpc)
  await tokens.mint(JITO.mint, JITO.decimals)
  await tokens.mint(JLUSDC.mint, JLUSDC.decimals, TOKEN_2022)
  await tokens.mint(JLUSDC.underlying.mint, JLUSDC.underlying.decimals)
  const deadline = AbortSignal.timeout(60_000)
  chain = await connectSolana({ nowMs: Date.now(), urls: [rpc.url], fetch, deadline })
})

test('a token list whose mints are what it says agrees', async () => {
  expect(await checkSolana(tokenList, chain)).toEqual([])
})

test('a mint with other decimals is named, and so is an address that is no mint', async () => {
  const wrong = { ...JITO, decimals: 6 }
  const missing = { ...JITO, mint: invented(70) }
  expect(await checkSolana({ ...tokenList, lsts: [wrong, missing] }, chain)).toEqual([
    `${JITO.mint} has 9 decimals, but is listed as JitoSOL with 6`,
    `${invented(70)} is not a mint, but is listed as JitoSOL`,
  ])
})
