/** Programs whose accounts are read. Addresses from solana-program-library and the Solana documentation. */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** Owns the accounts that no program has taken. */
export const SYSTEM_PROGRAM = '1'.repeat(32)
export const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111'
/** Owns the code of upgradeable programs, in accounts that are not themselves executable. */
export const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
export const JUPITER_LEND_PROGRAM = 'jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9'

/** SOL, by the mint of wrapped SOL, as in price lists. */
export const SOL = {
  mint: 'So11111111111111111111111111111111111111112',
  symbol: 'SOL',
  decimals: 9,
}

/** In which a margin is reported that its protocol states in US dollars. */
export const USDC = {
  mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  symbol: 'USDC',
  decimals: 6,
}
