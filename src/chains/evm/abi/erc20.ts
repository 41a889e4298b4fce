/** Functions of tokens (ERC-20). */
export const BALANCE_OF = 'function balanceOf(address owner) view returns (uint256)'
export const TOTAL_SUPPLY = 'function totalSupply() view returns (uint256)'
export const SYMBOL = 'function symbol() view returns (string)'
/** As some old tokens have it (MKR). */
export const SYMBOL_BYTES = 'function symbol() view returns (bytes32)'
export const DECIMALS = 'function decimals() view returns (uint8)'
