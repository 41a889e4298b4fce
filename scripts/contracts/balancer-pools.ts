export const BALANCER_VAULT = '0xBA12222222228d8Ba445958a75a0704d566BF2C8'
export const BALANCER_SOURCE =
  '@balancer/sdk@6.1.1 (vault), BalancerMaxis/bal_addresses@01233076 outputs/core_pools.json (pools)'

interface BalancerPool {
  chain: string
  name: string
  poolId: `0x${string}`
}

/** Core pools of Balancer v2, which have a pool id; pools of v3 have an address instead. */
export const BALANCER_POOLS: BalancerPool[] = [
  {
    chain: 'ethereum',
    name: 'weETH/rETH',
    poolId: '0x05ff47afada98a98982113758878f9a8b9fdda0a000000000000000000000645',
  },
  {
    chain: 'ethereum',
    name: 'tETH/wstETH',
    poolId: '0x1d13531bf6344c102280ce4c458781fbf14dad140000000000000000000006df',
  },
  {
    chain: 'ethereum',
    name: 'B-rETH-STABLE',
    poolId: '0x1e19cf2d73a72ef1332c882f20534b6519be0276000200000000000000000112',
  },
  {
    chain: 'ethereum',
    name: '50wstETH-50ACX',
    poolId: '0x36be1e97ea98ab43b4debf92742517266f5731a3000200000000000000000466',
  },
  {
    chain: 'ethereum',
    name: 'wstETH-rETH-sfrxETH',
    poolId: '0x42ed016f826165c2e5976fe5bc3df540c5ad0af700000000000000000000058b',
  },
  {
    chain: 'ethereum',
    name: 'ezETH-WETH',
    poolId: '0x596192bb6e41802428ac943d2f1476c1af25cc0e000000000000000000000659',
  },
  {
    chain: 'ethereum',
    name: 'pufETH/wstETH',
    poolId: '0x63e0d47a6964ad1565345da9bfa66659f4983f02000000000000000000000681',
  },
  {
    chain: 'ethereum',
    name: 'weETH/ezETH/rswETH',
    poolId: '0x848a5564158d84b8a8fb68ab5d004fae11619a5400000000000000000000066a',
  },
  {
    chain: 'ethereum',
    name: 'wstETH-WETH',
    poolId: '0x93d199263632a4ef4bb438f1feb99e57b4b5f0bd0000000000000000000005c2',
  },
  {
    chain: 'ethereum',
    name: 'sUSDe/USDC',
    poolId: '0xb819feef8f0fcdc268afe14162983a69f6bf179e000000000000000000000689',
  },
  {
    chain: 'ethereum',
    name: 'ETHx/wstETH',
    poolId: '0xb91159aa527d4769cb9faf3e4adb760c7e8c8ea700000000000000000000067c',
  },
  {
    chain: 'ethereum',
    name: 'eBTC/wBTC',
    poolId: '0xda17f3663c5d04c0b316cfa1a04aa53ebbc8c12c0000000000000000000006e7',
  },
  {
    chain: 'ethereum',
    name: 'uniETH-WETH',
    poolId: '0xdd59f89b5b07b7844d72996fc9d83d81acc8219600000000000000000000059e',
  },
  {
    chain: 'ethereum',
    name: 'ankrETH/wstETH',
    poolId: '0xdfe6e7e18f6cc65fa13c8d8966013d4fda74b6ba000000000000000000000558',
  },
  {
    chain: 'ethereum',
    name: '20WETH-80ALCX',
    poolId: '0xf16aee6a71af1a9bc8f56975a4c2705ca7a782bc0002000000000000000004bb',
  },
  {
    chain: 'ethereum',
    name: 'GHO/USDT/USDC',
    poolId: '0x8353157092ed8be69a9df8f95af097bbf33cb2af0000000000000000000005d9',
  },
  {
    chain: 'ethereum',
    name: '80RDNT-20WETH',
    poolId: '0xcf7b51ce5755513d4be016b0e28d6edeffa1d52a000200000000000000000617',
  },
  {
    chain: 'polygon',
    name: 'maticX-WMATIC',
    poolId: '0xcd78a20c597e367a4e478a2411ceb790604d7c8f000000000000000000000c22',
  },
  {
    chain: 'arbitrum',
    name: 'cbETH/rETH/wstETH',
    poolId: '0x2d6ced12420a9af5a83765a8c48be2afcd1a8feb000000000000000000000500',
  },
  {
    chain: 'arbitrum',
    name: 'ankrETH/wstETH',
    poolId: '0x3fd4954a851ead144c2ff72b1f5a38ea5976bd54000000000000000000000480',
  },
  {
    chain: 'arbitrum',
    name: 'rsETH/WETH',
    poolId: '0x90e6cb5249f5e1572afbf8a96d8a1ca6acffd73900000000000000000000055c',
  },
  {
    chain: 'arbitrum',
    name: 'wstETH-WETH',
    poolId: '0x9791d590788598535278552eecd4b211bfc790cb000000000000000000000498',
  },
  {
    chain: 'arbitrum',
    name: 'ezETH/wstETH',
    poolId: '0xb61371ab661b1acec81c699854d2f911070c059e000000000000000000000516',
  },
  {
    chain: 'arbitrum',
    name: 'rETH/WETH',
    poolId: '0xd0ec47c54ca5e20aaae4616c25c825c7f48d40690000000000000000000004ef',
  },
  {
    chain: 'arbitrum',
    name: 'weETH/WETH',
    poolId: '0xf13758d6edd1937dcb3f4fe75889b579d400299a000000000000000000000595',
  },
  {
    chain: 'arbitrum',
    name: '4POOL',
    poolId: '0x423a1323c871abc9d89eb06855bf5347048fc4a5000000000000000000000496',
  },
  {
    chain: 'arbitrum',
    name: 'RDNT-WETH',
    poolId: '0x32df62dc3aed2cd6224193052ce665dc181658410002000000000000000003bd',
  },
  {
    chain: 'avalanche',
    name: 'ggAVAX-WAVAX',
    poolId: '0xc13546b97b9b1b15372368dc06529d7191081f5b00000000000000000000001d',
  },
  {
    chain: 'avalanche',
    name: 'sAVAX-WAVAX',
    poolId: '0xfd2620c9cfcec7d152467633b3b0ca338d3d78cc00000000000000000000001c',
  },
  {
    chain: 'base',
    name: 'rETH-WETH',
    poolId: '0xc771c1a5905420daec317b154eb13e4198ba97d0000000000000000000000023',
  },
  {
    chain: 'base',
    name: 'USDC/USDbC/axlUSDC',
    poolId: '0x0c659734f1eef9c63b7ebdf78a164cdd745586db000000000000000000000046',
  },
]
