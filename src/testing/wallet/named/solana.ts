import {
  Authorized,
  Connection,
  Keypair,
  Lockup,
  PublicKey,
  StakeProgram,
  type Transaction,
  VoteInit,
  VoteProgram,
} from '@solana/web3.js'
import { JUPITER_LEND_PROGRAM } from '../../../wallet/solana/program-ids.ts'
import { lendingData, stakePoolData } from '../solana/accounts.ts'
import { recordedPool } from '../solana/jupiter-perps.ts'
import { infinity, marinade } from '../solana/rate-accounts.ts'
import { realTokens } from '../solana/real-tokens.ts'
import type { SvmRpc } from '../solana/svm-rpc.ts'
import { lend, lst } from '../solana/token-list.ts'

const SPL_POOLS = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'
const SOL = 10n ** 9n

export interface SolanaHoldings {
  /** The account that the real stake program made, and the validator to whom it delegated. */
  stake: string
  validator: string
}

/**
 * Gives an owner the receipt tokens that a scan must find, minted by the real token program, and SOL in an account of the real stake
 * program. The state of JitoSOL's pool, at 1.2 SOL, and of jlUSDC's market, at 1.1 USDC, is put in place in its published layout, those
 * of Marinade and Infinity as they were recorded.
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
  rpc.plant({ ...marinade, data: marinade.epoch778 })
  // With the whole supply of INF, in place of the five that were minted here.
  for (const account of [infinity.state, infinity.mint]) rpc.plant(account)
  rpc.plant(recordedPool)
  const market = lendingData(jlUsdc.underlying.mint, jlUsdc.mint, 1_100_000_000_000n)
  rpc.plant({ address: jlUsdc.market, owner: JUPITER_LEND_PROGRAM, data: market })
  return plantStake(rpc, owner)
}

/** Seven SOL in a stake account that the owner may withdraw, delegated to a validator. */
async function plantStake(rpc: SvmRpc, owner: string): Promise<SolanaHoldings> {
  const connection = new Connection(rpc.url, 'confirmed')
  const [payer, stake, vote] = [10, 11, 12].map((seed) =>
    Keypair.fromSeed(new Uint8Array(32).fill(seed)),
  )
  if (!payer || !stake || !vote) throw new Error('three keys')
  const { publicKey: fromPubkey } = payer
  await connection.requestAirdrop(fromPubkey, 100_000_000_000)
  const send = async (transaction: Transaction, ...signers: Keypair[]) => {
    const { blockhash } = await connection.getLatestBlockhash()
    transaction.feePayer = fromPubkey
    transaction.recentBlockhash = blockhash
    transaction.sign(payer, ...signers)
    await connection.sendRawTransaction(transaction.serialize())
  }
  const voteInit = new VoteInit(fromPubkey, fromPubkey, fromPubkey, 5)
  const voter = { fromPubkey, votePubkey: vote.publicKey, voteInit, lamports: Number(SOL) }
  await send(VoteProgram.createAccount(voter), vote)
  const made = StakeProgram.createAccount({
    fromPubkey,
    stakePubkey: stake.publicKey,
    authorized: new Authorized(fromPubkey, new PublicKey(owner)),
    lockup: new Lockup(0, 0, PublicKey.default),
    lamports: Number(7n * SOL),
  })
  await send(made, stake)
  const [stakePubkey, votePubkey] = [stake.publicKey, vote.publicKey]
  await send(StakeProgram.delegate({ stakePubkey, authorizedPubkey: fromPubkey, votePubkey }))
  return { stake: stakePubkey.toBase58(), validator: votePubkey.toBase58() }
}
