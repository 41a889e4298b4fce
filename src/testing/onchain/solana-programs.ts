import {
  Connection,
  Keypair,
  PublicKey,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { UPGRADEABLE_LOADER } from '../../wallet/solana/program-ids.ts'
import type { SvmRpc } from '../wallet/solana/svm-rpc.ts'

/** Programs that the real loader deployed, and what can be done with them. */
export interface Deployer {
  /** The key that deploys them. */
  person: string
  /** A program whose authority is the person. */
  deploy(): Promise<string>
  /** Hands its authority on; null for no one. */
  setAuthority(program: string, authority: string | null): Promise<void>
  /** Deletes its code. */
  close(program: string): Promise<void>
}

const LOADER = new PublicKey(UPGRADEABLE_LOADER)
/** The smallest program that the virtual machine brings along: the memo program. */
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/** Instructions of the loader by their number (`UpgradeableLoaderInstruction`). */
const DEPLOY = 2
const SET_AUTHORITY = 4
const CLOSE = 5

export async function realLoader(rpc: SvmRpc): Promise<Deployer> {
  const connection = new Connection(rpc.url, 'confirmed')
  const payer = Keypair.fromSeed(new Uint8Array(32).fill(9))
  const person = payer.publicKey
  await connection.requestAirdrop(person, 100_000_000_000)
  const code = (await connection.getAccountInfo(new PublicKey(MEMO)))?.data ?? Buffer.alloc(0)
  let made = 0

  const send = async (instructions: TransactionInstruction[], signers: Keypair[] = []) => {
    const { blockhash } = await connection.getLatestBlockhash()
    const transaction = new Transaction({ feePayer: person, recentBlockhash: blockhash })
    transaction.add(...instructions)
    transaction.sign(payer, ...signers)
    await connection.sendRawTransaction(transaction.serialize())
  }
  const loader = (number: number, rest: Buffer, keys: readonly Meta[]) => {
    const kind = Buffer.alloc(4)
    kind.writeUInt32LE(number)
    const data = Buffer.concat([kind, rest])
    return new TransactionInstruction({ programId: LOADER, data, keys: keys.map(metaOf) })
  }

  return {
    person: person.toBase58(),
    async deploy() {
      const [program, buffer] = [1, 2].map((part) =>
        Keypair.fromSeed(new Uint8Array(32).fill(100 + 2 * made + part)),
      ) as [Keypair, Keypair]
      made++
      const header = Buffer.concat([Buffer.from([1, 0, 0, 0, 1]), person.toBuffer()])
      rpc.plant({
        address: buffer.publicKey.toBase58(),
        owner: UPGRADEABLE_LOADER,
        data: Buffer.concat([header, code]),
      })
      const size = Buffer.alloc(8)
      size.writeBigUInt64LE(BigInt(2 * code.length))
      const create = SystemProgram.createAccount({
        fromPubkey: person,
        newAccountPubkey: program.publicKey,
        space: 36,
        lamports: await connection.getMinimumBalanceForRentExemption(36),
        programId: LOADER,
      })
      const deploy = loader(DEPLOY, size, [
        [person, 'signs'],
        [dataOf(program.publicKey), 'changes'],
        [program.publicKey, 'changes'],
        [buffer.publicKey, 'changes'],
        [SYSVAR_RENT_PUBKEY, 'reads'],
        [SYSVAR_CLOCK_PUBKEY, 'reads'],
        [SystemProgram.programId, 'reads'],
        [person, 'signs'],
      ])
      await send([create, deploy], [program])
      return program.publicKey.toBase58()
    },
    setAuthority: (program, authority) =>
      send([
        loader(SET_AUTHORITY, Buffer.alloc(0), [
          [dataOf(new PublicKey(program)), 'changes'],
          [person, 'signs'],
          ...(authority === null ? [] : [[new PublicKey(authority), 'reads'] as const]),
        ]),
      ]),
    async close(program) {
      const key = new PublicKey(program)
      // Not in the slot of the deployment.
      rpc.svm.warpToSlot(rpc.svm.getClock().slot + 1n)
      await send([
        loader(CLOSE, Buffer.alloc(0), [
          [dataOf(key), 'changes'],
          [person, 'changes'],
          [person, 'signs'],
          [key, 'changes'],
        ]),
      ])
    },
  }
}

type Meta = readonly [key: PublicKey, use: 'signs' | 'changes' | 'reads']

function metaOf([pubkey, use]: Meta) {
  return { pubkey, isSigner: use === 'signs', isWritable: use !== 'reads' }
}

function dataOf(program: PublicKey): PublicKey {
  return PublicKey.findProgramAddressSync([program.toBuffer()], LOADER)[0]
}
