import { Authorized, Connection, Keypair, Lockup, PublicKey, StakeProgram } from '@solana/web3.js'
import { JUPITER_LEND_PROGRAM } from '../../../wallet/solana/program-ids.ts'
import { lendingData, stakePoolData } from '../solana/accounts.ts'
import { realTokens } from '../solana/real-tokens.ts'
import type { SvmRpc } from '../solana/svm-rpc.ts'
import { lend, lst } from '../solana/token-list.ts'

const SPL_POOLS = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'
const SOL = 10n ** 9n

/** What is planted, as whole tokens. `stake` is the account that the real stake program made. */
export interface SolanaHoldings {
  stake: string
}

/**
 * Gives an owner the receipt tokens that issue 16 names, minted by the real token program, and SOL in an account of the real stake
 * program. The state of JitoSOL's pool, at 1.2 SOL, and of jlUSDC's market, at 1.1 USDC, is put in place in its published layout.
 */
export async function plantSolana(rpc: SvmRpc, owner: string): Promise<SolanaHoldings> {
  const tokens = await realTokens(rpc)
  const jito = lst('JitoSOL')
  const jlUsdc = lend('jlUSDC')
  const amounts = [
    [jito, 3n * SOL + 1n],
    [lst('mSOL'), 4n * SOL],
    [lst('INF'), 5n * SOL],
    [lst('JLP'), 6_000_001n],
    [jlUsdc, 50_000_001n],
  ] as const
  for (const [{ mint, decimals }, amount] of amounts) {
    await tokens.mint(mint, decimals)
    await tokens.give(owner, mint, amount)
  }
  const pool = stakePoolData(jito.mint, 1_200_000n, 1_000_000n)
  rpc.plant({ address: jito.pool ?? '', owner: SPL_POOLS, data: pool })
  const market = lendingData(jlUsdc.underlying.mint, jlUsdc.mint, 1_100_000_000_000n)
  rpc.plant({ address: jlUsdc.market, owner: JUPITER_LEND_PROGRAM, data: market })
  return { stake: await plantStake(rpc, owner) }
}

/** Seven SOL in a stake account that the owner may withdraw. */
async function plantStake(rpc: SvmRpc, owner: string): Promise<string> {
  const connection = new Connection(rpc.url, 'confirmed')
  const payer = Keypair.fromSeed(new Uint8Array(32).fill(10))
  const stake = Keypair.fromSeed(new Uint8Array(32).fill(11))
  const withdrawer = new PublicKey(owner)
  await connection.requestAirdrop(payer.publicKey, 100_000_000_000)
  const transaction = StakeProgram.createAccount({
    fromPubkey: payer.publicKey,
    stakePubkey: stake.publicKey,
    authorized: new Authorized(withdrawer, withdrawer),
    lockup: new Lockup(0, 0, PublicKey.default),
    lamports: Number(7n * SOL),
  })
  const { blockhash } = await connection.getLatestBlockhash()
  transaction.feePayer = payer.publicKey
  transaction.recentBlockhash = blockhash
  transaction.sign(payer, stake)
  await connection.sendRawTransaction(transaction.serialize())
  return stake.publicKey.toBase58()
}
