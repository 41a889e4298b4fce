import { createServer, type ServerResponse } from 'node:http'
import {
  type Address,
  address,
  type EncodedAccount,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { afterAll, afterEach, beforeAll } from 'vitest'
import * as z from 'zod'

/** A JSON-RPC front for LiteSVM: the real virtual machine with the real token programs, over loopback HTTP. */
export interface SvmRpc {
  url: string
  svm: LiteSVM
  /** How often each method was asked for. */
  calls: Map<string, number>
  /** HTTP requests so far. */
  requests: () => number
  fault: Fault
  /** Puts an account in place, with any owner. */
  plant(account: PlantedAccount): void
  stop(): Promise<void>
}

export interface PlantedAccount {
  address: string
  owner: string
  data?: Uint8Array
  lamports?: bigint
  executable?: boolean
}

/** Ways to misbehave, switched on and off while the server runs. */
export interface Fault {
  /** Takes the request and never answers. */
  hang?: boolean
  /** Sends headers and the beginning of a body, then nothing more. */
  stall?: boolean
  status?: number
  html?: boolean
  rpcError?: { code: number; message: string }
  /** What a list of questions is answered with, by a node that takes none: this status and this body. */
  noLists?: { status: number; body: string }
  /** Answers as if another question had been asked. */
  wrongId?: boolean
  /** Sends this instead of a result. */
  result?: unknown
  /** The fault is only for these methods; for all when absent. */
  methods?: readonly string[]
}

export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

const base58 = getBase58Decoder()
const base58Bytes = getBase58Encoder()
const base64Bytes = getBase64Encoder()

const request = z.object({
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
const accountConfig = z
  .looseObject({
    encoding: z.string().optional(),
    dataSlice: z.object({ offset: z.number(), length: z.number() }).optional(),
    filters: z
      .array(
        z.object({
          dataSize: z.number().optional(),
          memcmp: z
            .object({ offset: z.number(), bytes: z.string(), encoding: z.string().optional() })
            .optional(),
        }),
      )
      .optional(),
    withContext: z.boolean().optional(),
  })
  .default({})
type AccountConfig = z.infer<typeof accountConfig>

class RpcError extends Error {
  readonly code: number
  constructor(message: string, code = -32602) {
    super(message)
    this.code = code
  }
}

function key(value: unknown): Address {
  try {
    return address(String(value))
  } catch {
    throw new RpcError('Invalid param: WrongSize')
  }
}

function publicKey(data: EncodedAccount['data'], offset: number): string {
  return base58.decode(data.subarray(offset, offset + 32))
}

/** Whether an account of a token program is a mint or holds tokens. */
function tokenKind({ data, programAddress }: EncodedAccount): 'mint' | 'account' | null {
  if (programAddress !== TOKEN && programAddress !== TOKEN_2022) return null
  if (data.length === 82) return 'mint'
  if (data.length === 165) return 'account'
  if (programAddress === TOKEN || data.length < 166) return null
  return data[165] === 1 ? 'mint' : data[165] === 2 ? 'account' : null
}

function amountOf(amount: bigint, decimals: number) {
  return {
    amount: amount.toString(),
    decimals,
    uiAmount: Number(amount) / 10 ** decimals,
    uiAmountString: String(Number(amount) / 10 ** decimals),
  }
}

/** Its clock stands at `nowMs`, and does not go on. */
export async function startSvmRpc(
  svm: LiteSVM = new LiteSVM(),
  nowMs = Date.now(),
): Promise<SvmRpc> {
  const clock = svm.getClock()
  clock.unixTimestamp = BigInt(Math.floor(nowMs / 1000))
  svm.setClock(clock)
  const calls = new Map<string, number>()
  const fault: Fault = {}

  const find = (at: unknown): EncodedAccount | null => {
    const account = svm.getAccount(key(at))
    return account.exists ? account : null
  }
  const parsed = (account: EncodedAccount) => {
    const kind = tokenKind(account)
    if (kind === null) return null
    const view = Buffer.from(account.data)
    const program = account.programAddress === TOKEN ? 'spl-token' : 'spl-token-2022'
    if (kind === 'mint') {
      const info = { supply: view.readBigUInt64LE(36).toString(), decimals: view[44] }
      return { program, space: view.length, parsed: { type: 'mint', info } }
    }
    const mint = publicKey(account.data, 0)
    const decimals = find(mint)?.data[44] ?? 0
    const info = {
      isNative: view.readUInt32LE(109) === 1,
      mint,
      owner: publicKey(account.data, 32),
      state: ['uninitialized', 'initialized', 'frozen'][view[108] ?? 0],
      tokenAmount: amountOf(view.readBigUInt64LE(64), decimals),
    }
    return { program, space: view.length, parsed: { type: 'account', info } }
  }
  const encode = (account: EncodedAccount | null, config: AccountConfig) => {
    if (account === null) return null
    const { offset, length } = config.dataSlice ?? { offset: 0, length: account.data.length }
    const bytes = Buffer.from(account.data).subarray(offset, offset + length)
    const plain = [bytes.toString('base64'), 'base64']
    const data = config.encoding === 'jsonParsed' ? (parsed(account) ?? plain) : plain
    return {
      data,
      executable: account.executable,
      lamports: Number(account.lamports),
      owner: account.programAddress,
      rentEpoch: 0,
      space: account.data.length,
    }
  }
  const context = (value: unknown) => ({
    context: { apiVersion: '2.2.0', slot: Number(svm.getClock().slot) },
    value,
  })
  const matches = (account: EncodedAccount, { filters = [] }: AccountConfig) =>
    filters.every(({ dataSize, memcmp }) => {
      if (dataSize !== undefined) return account.data.length === dataSize
      if (memcmp === undefined) return true
      const codec = memcmp.encoding === 'base64' ? base64Bytes : base58Bytes
      const wanted = Buffer.from(codec.encode(memcmp.bytes))
      const end = memcmp.offset + wanted.length
      return wanted.equals(Buffer.from(account.data).subarray(memcmp.offset, end))
    })

  const methods: Record<string, (params: unknown[]) => unknown> = {
    getHealth: () => 'ok',
    getLatestBlockhash: () =>
      context({ blockhash: svm.latestBlockhash(), lastValidBlockHeight: 1_000_000 }),
    getMinimumBalanceForRentExemption: ([size]) =>
      Number(svm.minimumBalanceForRentExemption(BigInt(Number(size)))),
    getBalance: ([at]) => context(Number(svm.getBalance(key(at)) ?? 0n)),
    getAccountInfo: ([at, config]) => context(encode(find(at), accountConfig.parse(config))),
    getMultipleAccounts: ([list, config]) => {
      const all = z.array(z.string()).parse(list)
      if (all.length > 100) throw new RpcError('Too many inputs provided; max 100')
      return context(all.map((at) => encode(find(at), accountConfig.parse(config))))
    },
    getProgramAccounts: ([program, given]) => {
      const config = accountConfig.parse(given)
      const list = svm
        .getProgramAccounts(key(program))
        .filter((account) => matches(account, config))
        .map((account) => ({ pubkey: account.address, account: encode(account, config) }))
      return config.withContext ? context(list) : list
    },
    getTokenAccountsByOwner: ([owner, filter, given]) => {
      const config = accountConfig.parse(given)
      const { programId } = z.object({ programId: z.string() }).parse(filter)
      const wanted = Buffer.from(base58Bytes.encode(key(owner)))
      const list = svm
        .getProgramAccounts(key(programId))
        .filter(
          (account) =>
            tokenKind(account) === 'account' &&
            wanted.equals(Buffer.from(account.data).subarray(32, 64)),
        )
        .map((account) => ({ pubkey: account.address, account: encode(account, config) }))
      return context(list)
    },
    sendTransaction: ([text, given]) => {
      const codec = accountConfig.parse(given).encoding === 'base64' ? base64Bytes : base58Bytes
      const transaction = getTransactionDecoder().decode(codec.encode(String(text)))
      const result = svm.sendTransaction(transaction)
      svm.expireBlockhash()
      if (result instanceof FailedTransactionMetadata) throw new RpcError(result.toString(), -32002)
      return getSignatureFromTransaction(transaction)
    },
    requestAirdrop: ([at, amount]) => {
      svm.airdrop(key(at), lamports(BigInt(Number(amount))))
      svm.expireBlockhash()
      return base58.decode(new Uint8Array(64))
    },
  }

  const answer = (question: unknown): { method: string; body: unknown } => {
    const { id: asked, method, params } = request.parse(question)
    calls.set(method, (calls.get(method) ?? 0) + 1)
    const id = struck(method) && fault.wrongId ? 'another' : asked
    const say = (rest: object) => ({ method, body: { jsonrpc: '2.0', id, ...rest } })
    if (struck(method) && fault.rpcError) return say({ error: fault.rpcError })
    if (struck(method) && 'result' in fault) return say({ result: fault.result })
    const run = methods[method]
    if (run === undefined) return say({ error: { code: -32601, message: 'Method not found' } })
    try {
      return say({ result: run(params) })
    } catch (error) {
      const code = error instanceof RpcError ? error.code : -32603
      return say({ error: { code, message: String(error) } })
    }
  }
  const struck = (method: string) => fault.methods?.includes(method) ?? true
  const misbehave = (response: ServerResponse): boolean => {
    if (fault.hang) return true
    if (fault.stall) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"jsonrpc":"2.0",')
      return true
    }
    if (fault.status !== undefined) {
      response.writeHead(fault.status, { 'retry-after': '5' })
      response.end('no')
      return true
    }
    if (fault.html) {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>Busy</title>')
      return true
    }
    return false
  }

  let requests = 0
  const server = createServer(async (incoming, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    requests++
    const asked: unknown = JSON.parse(Buffer.concat(chunks).toString())
    if (Array.isArray(asked) && fault.noLists) {
      response.writeHead(fault.noLists.status).end(fault.noLists.body)
      return
    }
    const answers = (Array.isArray(asked) ? asked : [asked]).map(answer)
    if (answers.some(({ method }) => struck(method)) && misbehave(response)) return
    const bodies = answers.map(({ body }) => body)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(Array.isArray(asked) ? bodies : bodies[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${bound.port}`,
    svm,
    calls,
    requests: () => requests,
    fault,
    plant: ({ address: at, owner, data = new Uint8Array(), lamports: held, executable = false }) =>
      svm.setAccount({
        address: key(at),
        programAddress: key(owner),
        data,
        executable,
        lamports: lamports(held ?? svm.minimumBalanceForRentExemption(BigInt(data.length))),
        space: BigInt(data.length),
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A node for the tests of a file, which stands from before their first hook to the end; no fault outlives its test. */
export function useSvm(nowMs?: number): SvmRpc {
  const rpc = {} as SvmRpc
  beforeAll(async () => {
    Object.assign(rpc, await startSvmRpc(undefined, nowMs))
  })
  afterEach(() => heal(rpc.fault))
  afterAll(() => rpc.stop())
  return rpc
}

/** Switches every fault off. */
export function heal(fault: Fault): void {
  for (const name of Object.keys(fault)) Reflect.deleteProperty(fault, name)
}
