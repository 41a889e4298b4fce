import { PublicKey } from '@solana/web3.js'
import { decodeAddress } from '../../src/wallet/solana/base58.ts'
import { JUPITER_LEND_PROGRAM, SOL } from '../../src/wallet/solana/program-ids.ts'
import { parseSolanaTokenList, type SolanaTokenList } from '../../src/wallet/solana/token-list.ts'
import tables from './solana.json' with { type: 'json' }

/** What lists do not say, by mint; `about` in the file says where each is from. */
const SLUGS: Partial<Record<string, string>> = tables.slugs
const PROGRAM_SLUGS: Partial<Record<string, string>> = tables.programSlugs
const STATES: Partial<Record<string, string>> = tables.states

/** The token list from Sanctum's list of a day, of which only the mint, symbol, decimals and pool are used. */
export function solanaTokenList(toml: string, day: string): SolanaTokenList {
  const listed = toml.split('[[sanctum_lst_list]]').slice(1).map(lstEntry)
  const lsts = [...listed, ...tables.receipts]
    .filter(({ mint }) => mint !== SOL.mint)
    .sort((a, b) => (a.mint < b.mint ? -1 : 1))
  return parseSolanaTokenList({
    chain: 'solana',
    generatedFrom: { 'igneous-labs/sanctum-lst-list': day },
    lsts,
    lends: tables.lent.map(lendEntry),
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
