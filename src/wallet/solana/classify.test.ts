import { address } from '@solana/kit'
import { beforeAll, expect, test } from 'vitest'
import { invented } from '../../testing/wallet/solana/accounts.ts'
import { realTokens } from '../../testing/wallet/solana/real-tokens.ts'
import { TOKEN, TOKEN_2022, useSvm } from '../../testing/wallet/solana/svm-rpc.ts'
import { classifySolana } from './classify.ts'
import { STAKE_PROGRAM, UPGRADEABLE_LOADER } from './program-ids.ts'
import { connectSolana, type SolanaChain } from './web3.ts'

const rpc = useSvm()
let chain: SolanaChain
const [mint, mint2022, owner] = [invented(11), invented(12), invented(13)]
beforeAll(async () => {
  const deadline = AbortSignal.timeout(30_000)
  chain = await connectSolana({
    nowMs: Date.now(),
    urls: [rpc.url],
    fetch,
    deadline,
    timeoutMs: 2000,
  })
  const tokens = await realTokens(rpc)
  await tokens.mint(mint, 6)
  await tokens.mint(mint2022, 6, TOKEN_2022)
  await tokens.give(owner, mint, 1n)
  await tokens.give(owner, mint2022, 1n, TOKEN_2022)
})

async function kindOf(at: string) {
  const [account] = await chain.accounts([at])
  return classifySolana(account ?? null)
}

test('mints of both token programs are mints, with and without extensions', async () => {
  expect(await kindOf(mint)).toBe('mint')
  expect(await kindOf(mint2022)).toBe('mint')
})

test('accounts that hold tokens are not wallets', async () => {
  for (const [program, bytes] of [
    [TOKEN, 165],
    [TOKEN_2022, 182],
  ] as const) {
    const all = rpc.svm.getProgramAccounts(address(program))
    const holding = all.find(({ data }) => data.length >= 165 && data[165] !== 1)
    expect(holding?.data).toHaveLength(bytes)
    expect(await kindOf(String(holding?.address))).toBe('token-account')
  }
})

test('programs, and the accounts that keep their code, are programs', async () => {
  rpc.plant({ address: invented(20), owner: UPGRADEABLE_LOADER, data: Buffer.alloc(40) })
  for (const program of [TOKEN, invented(20)]) {
    expect(await kindOf(program)).toBe('program')
  }
})

test('an address that was never used is a wallet, and so is an account of another program', async () => {
  rpc.plant({ address: invented(21), owner: STAKE_PROGRAM, data: Buffer.alloc(200) })
  expect(await kindOf(owner)).toBe('wallet')
  expect(await kindOf(invented(21))).toBe('wallet')
})
