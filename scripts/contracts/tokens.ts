import type { Token } from '../../src/wallet/model/entry-base.ts'
import { listedToken } from './aave-tokens.ts'
import { lower } from './lower.ts'

/** Tokens that Aave's token list lacks, with the symbol and decimals from their own project. */
const OTHERS: [chainId: number, address: string, symbol: string, decimals: number][] = [
  // compound-finance/comet: COMP in deployments/*/*/roots.json, the others in configuration.json
  [1, '0xc00e94Cb662C3520282E6f5717214004A7f26888', 'COMP', 18],
  [42161, '0x354A6dA3fcde098F8389cad84b0182725c6C91dE', 'COMP', 18],
  [8453, '0x9e1028F5F1D5eDE59748FFceE5532509976840E0', 'COMP', 18],
  [137, '0x8505b9d2254A7Ae468c0E9dd10Ccea3A837aef5c', 'COMP', 18],
  [5000, '0x52b7D8851d6CcBC6342ba0855Be65f7B82A3F17f', 'COMP', 18],
  [130, '0xdf78e4f0a8279942ca68046476919a90f2288656', 'COMP', 18],
  [130, '0x078D782b760474a361dDA0AF3839290b0EF57AD6', 'USDC', 6],
  [130, '0x4200000000000000000000000000000000000006', 'WETH', 18],
  [8453, '0x940181a94A35A4569E4529A3CDfB74e38FD98631', 'AERO', 18],
  [8453, '0x820C137fa70C8691f0e44Dc420a5e53c168921Dc', 'USDS', 18],
  // VenusProtocol/venus-protocol
  [56, '0x4BD17003473389A42DAF6a0a729f6Fdb328BbBd7', 'VAI', 18],
  // frax: sfrxETH.asset()
  [1, '0x5E8422345238F34275888049021821E8E08CAa1f', 'frxETH', 18],
  // OriginProtocol/origin-dollar utils/addresses.js: OETH
  [1, '0x856c4Efb76C1D1AE02e20CEB03A2A6a08b0b8dC3', 'OETH', 18],
  // What Eigenpie takes, from the same sources as their entries in receipts.ts
  [1, '0xa2E3356610840701BDf5611a53974510Ae27E2e1', 'wBETH', 18],
  [1, '0xd5F7838F5C461fefF7FE49ea5ebaF7728bB0ADfa', 'mETH', 18],
  [1, '0xf951E335afb289353dc249e82926178EaC7DEd78', 'swETH', 18],
  [1, '0xE95A203B1a91a908F9B9CE46459d101078c2c3cb', 'ankrETH', 18],
  [1, '0x8c1BEd5b9a0928467c9B1341Da1D7BD5e10b6549', 'LsETH', 18],
  [1, '0xac3E018457B222d93114458476f3E3416Abbe38F', 'sfrxETH', 18],
  // OriginProtocol/origin-dollar utils/addresses.js: superOETHb
  [8453, '0xDBFeFD2e8460a6Ee4955A68582F85708BAEA60A3', 'superOETHb', 18],
  // DefiLlama/DefiLlama-Adapters projects/curve/contracts.json: sdCRV
  [1, '0xD1b5651E55D4CeeD36251c61c50C889B36F6abB5', 'sdCRV', 18],
  // hyperliquid-docs: WHYPE is the wrapped coin of HyperEVM
  [999, '0x5555555555555555555555555555555555555555', 'WHYPE', 18],
]

/** A token by its address. Throws for one that is neither on Aave's token list nor on the one above. */
export function knownToken(chainId: number, address: string): Token {
  const lowered = lower(address)
  const other = OTHERS.find(([chain, each]) => chain === chainId && lower(each) === lowered)
  const found = other ? { symbol: other[2], decimals: other[3] } : listedToken(chainId, address)
  if (!found) throw new TypeError(`No token list has ${address} on chain ${chainId}`)
  return { address: lowered, ...found }
}
