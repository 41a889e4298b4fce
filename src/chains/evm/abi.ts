/** Functions that contracts of many protocols share. What one protocol alone has is beside its reader. */

// ERC-20
export const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
export const SUPPLY = 'function totalSupply() view returns (uint256)'
export const SYMBOL = 'function symbol() view returns (string)'
/** Of tokens before the standard, such as MKR. */
export const OLD_SYMBOL = 'function symbol() view returns (bytes32)'
export const DECIMALS = 'function decimals() view returns (uint8)'

// ERC-4626
export const ASSET = 'function asset() view returns (address)'
export const TO_ASSETS = 'function convertToAssets(uint256 shares) view returns (uint256)'

// Multicall3
export const NOW = 'function getCurrentBlockTimestamp() view returns (uint256)'
export const BLOCK = 'function getBlockNumber() view returns (uint256)'

// Vaults, pools and markets that hold one token, pairs that hold two
export const TOKEN = 'function token() view returns (address)'
export const UNDERLYING = 'function underlying() view returns (address)'
export const TOKEN0 = 'function token0() view returns (address)'
export const TOKEN1 = 'function token1() view returns (address)'

// For `npm run contracts -- --check` alone.
export const FACTORY = 'function factory() view returns (address)'
