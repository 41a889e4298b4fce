import { PublicKey } from '@solana/web3.js'
import { decodeAddress } from '../../src/wallet/solana/base58.ts'
import { JUPITER_LEND_PROGRAM, SOL } from '../../src/wallet/solana/program-ids.ts'
import { parseSolanaTokenList, type SolanaTokenList } from '../../src/wallet/solana/token-list.ts'

/** DefiLlama slugs of tokens that are listed there separately, each checked by hand. */
const SLUGS: Record<string, string> = {
  J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn: 'jito-liquid-staking',
  jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v: 'jupiter-staked-sol',
  Dso1bDeDjCQxTrWHqUUi63oBvV7Mdm6WaobLbQ7gnPQ: 'drift-staked-sol',
  mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: 'marinade-liquid-staking',
  pSo1f9nQXWgXibFtKf7NWYxb5enAM4qfP6UJSiXRQfL: 'phantom-sol',
  sctmB7GPi5L2Q5G9tUSzXvhZ4YiDMEGcRov9KfArQpx: 'dfdv-staked-sol',
  hy1oXYgrBW6PVcJ4s6s2FKavRdwgWTXdfE69AxT7kPT: 'hylo-lsts',
  BonK1YhkXEGLZzwtcvRTip3gAL9nCeQD7ppZBLXhtTs: 'bonk-staked-sol',
  he1iusmfkpAdwvxLNGV8Y1iSbj4rUy6yMhEA3fotn9A: 'helius-staked-sol',
  Bybit2vBJGhPF52GBdNaQfUJ6ZpThSgHBobjWZpLPb4B: 'bybit-staked-sol',
  vSoLxydx6akxyMD9XEcPvGYNGq6Nn66oqVb3UkGkei7: 'the-vault-liquid-staking',
  Gekfj7SL2fVpTDxJZmeC46cTYxinjB6gkAnb6EGT6mnn: 'doublezero-staked-sol',
  bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1: 'blazestake',
  '7Q2afV64in6N6SeZsAAB81TJzwDoD6zpqmHkzi9Dcavn': 'jpool',
  BNso1VUJnh4zcfpZa6986Ea66P6TCp59hvtNJ8b1X85: 'binance-staked-sol',
  jag58eRBC1c88LaAsRPspTMvoKJPbnzw9p9fREzHqyV: 'jagpool-staked-sol',
  LSTxxxnJzKDFSLr4dUkPcmCf5VyryEqzPLz5j4bpxFp: 'marginfi-lst',
  '5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm': 'sanctum-infinity',
  '7dHbWXmci3dT8UFYWYZweBLXgycu7Y3iL6trKn1Y7ARj': 'lido',
}
/** The slug of all other tokens, by the program of their pool. SPL's program has none on DefiLlama. */
const PROGRAM_SLUGS: Record<string, string> = {
  SanctumSpl: 'sanctum-validator-lsts',
  SanctumSplMulti: 'sanctum-validator-lsts',
  Spl: 'spl-stake-pool',
}

/**
 * Accounts that give the rate and are not on Sanctum's list: the states of Marinade, from marinade-finance/marinade-ts-sdk, and of
 * Infinity, from igneous-labs/inf-1.5.
 */
const STATES: Record<string, string> = {
  mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: '8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC',
  '5oVNBeEEQvYi1cX3ir8Dx5n1P7pdxydbGF2X4TxVusJm': 'AYhux5gJzCoeoc1PoJ1VxwPDe22RwcvpHviLDD1oCGvW',
}

/** The assets of Jupiter Lend. */
const LENT = [
  { mint: SOL.mint, symbol: 'SOL', decimals: 9 },
  { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', symbol: 'USDC', decimals: 6 },
  { mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', symbol: 'USDT', decimals: 6 },
  { mint: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr', symbol: 'EURC', decimals: 6 },
  { mint: 'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA', symbol: 'USDS', decimals: 6 },
  { mint: '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH', symbol: 'USDG', decimals: 6 },
  { mint: 'JuprjznTrTSp2UFa3ZBUFgwdAmtZCq4MQCwysN55USD', symbol: 'JupUSD', decimals: 6 },
]

/**
 * Receipt tokens that are on no list of stake pools. JLP: dev.jup.ag and many public repositories. Ondo:
 * DefiLlama/DefiLlama-Adapters@1eb4e81 projects/ondofinance.
 */
const RECEIPTS: SolanaTokenList['lsts'] = [
  {
    mint: '27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4',
    symbol: 'JLP',
    decimals: 6,
    protocol: 'jupiter-perpetual-exchange',
    pool: null,
    product: 'lp',
  },
  {
    mint: 'A1KLoBrKBde8Ty9qtNQUtq3C2ortoC3u7twggz7sEto6',
    symbol: 'USDY',
    decimals: 6,
    protocol: 'ondo-finance',
    pool: null,
    product: 'vault',
  },
]

/** The token list from Sanctum's list of a day, of which only the mint, symbol, decimals and pool are used. */
export function solanaTokenList(toml: string, day: string): SolanaTokenList {
  const lsts = toml
    .split('[[sanctum_lst_list]]')
    .slice(1)
    .map(lstEntry)
    .concat(RECEIPTS)
    .filter((entry) => entry.mint !== SOL.mint)
    .sort((a, b) => (a.mint < b.mint ? -1 : 1))
  return parseSolanaTokenList({
    chain: 'solana',
    generatedFrom: { 'igneous-labs/sanctum-lst-list': day },
    lsts,
    lends: LENT.map(lendEntry),
  })
}

function lstEntry(block: string): SolanaTokenList['lsts'][number] {
  const field = (name: string) => {
    const value = new RegExp(`^${name} = "?([^"\\n]*)"?$`, 'm').exec(block)?.[1]
    if (value === undefined) throw new Error(`An entry of the list has no ${name}:\n${block}`)
    return value
  }
  const mint = field('mint')
  const program = field('program')
  const ofProgram = PROGRAM_SLUGS[program]
  const protocol = SLUGS[mint] ?? ofProgram ?? program
  const pool = ofProgram === undefined ? (STATES[mint] ?? null) : field('pool')
  return { mint, symbol: field('symbol'), decimals: Number(field('decimals')), protocol, pool }
}

function deriveAddress(program: string, seeds: Uint8Array[]): string {
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(program))[0].toBase58()
}

function lendEntry(underlying: { mint: string; symbol: string; decimals: number }) {
  const asset = decodeAddress(underlying.mint)
  if (asset === null) throw new Error(`${underlying.symbol} has no address.`)
  const seed = (text: string) => new TextEncoder().encode(text)
  const mint = deriveAddress(JUPITER_LEND_PROGRAM, [seed('f_token_mint'), asset])
  const receipt = decodeAddress(mint) ?? new Uint8Array()
  return {
    mint,
    symbol: `jl${underlying.symbol}`,
    decimals: underlying.decimals,
    protocol: 'jupiter-lend',
    market: deriveAddress(JUPITER_LEND_PROGRAM, [seed('lending'), asset, receipt]),
    underlying,
  }
}
