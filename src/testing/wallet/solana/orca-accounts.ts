import { TOKEN } from './svm-rpc.ts'

/**
 * A pool of mainnet at slot 235,950,413, as recorded in nathandem/orca-onchain-interactions: BONO and USDC, with one position over the
 * whole range. Left out are the authorities of the pool's rewards, none of which was set up; all bytes that are not here are zero.
 */
export const ORCA = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'
export const BONO = 'CzYSquESBM4qVQiFas6pSMgeFRG4JLiYyNYHQUcNxudc'
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

/** An account of that many bytes; those after the recorded ones are zero. */
function recorded(bytes: number, beginning: string): Buffer {
  return Buffer.concat([Buffer.from(beginning, 'base64')], bytes)
}

export const position = {
  address: '9V7Jpzk7BtXALrH9BVb7RoVMGWa13Xeodu2Mq91nekqr',
  owner: ORCA,
  data: recorded(
    216,
    'qryP5HpA99C0711rkHeuduH+EL6iDR5hfw7OxzGbSPDnFtL01YjczV6GxtkTN0U015DG8l/TnORAySIFqThOqkYkaa27+tE6VOM3nAUAAAAAAAAAAAAAAEA7+f/AxAYA',
  ),
}

export const pool = {
  address: 'DBJ5hywaJQKfjyt8Ekng4t6KB1gvqnYFdcJoTppCNikt',
  owner: ORCA,
  data: recorded(
    653,
    'P5XRDOGAYwkT5EH4ORPKaLBjT7Al/eqohzfoQRDRJV41ezN33e4czf9AAEAAuAssAVTjN5wFAAAAAAAAAAAAAAChzCmG+JXNBAAAAAAAAAAAXcn+/8vPrQAAAAAAlwAAAAAAAACyLjfKGVepLlYdS0YjRoL15tVlhuoZYJk60n9TfrAto06lgsYCY6JICClkp+pkFX/kB0SNYEGiDjtrE+0IDNnLtETlo+S56QMAAAAAAAAAAMb6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11hoVnecRFm9Zttt47IYc1+HECuNXvIHaq4ZEzWV2AWmxZNvnfmawMAAAAAAAAAAAAANHR5ZQAAAAA=',
  ),
}

export const mint = {
  address: BONO,
  owner: TOKEN,
  data: recorded(82, 'AQAAADUP+CqSKFfwKzmvDaLyXzfjs4Ue/9CfDz3rV6IDF7lDv9r+ZuaXPQsJAQ=='),
}

/** What the pool's two token accounts held, and the share of the fees in it that belongs to the protocol, in the pool's account. */
export const vaults = { bono: 1_284_664_783_167n, usdc: 452_089_202n }
export const protocolFees = { bono: 11_390_923n, usdc: 151n }

const tick = (net: string) => Buffer.from(`01${net}54e3379c050000000000000000000000`, 'hex')

export const tickArrays = [
  {
    address: 'FCFyXrQuptF3GY7CGR8BfZhiaETSsmUrMQ4cSaBAsWH',
    owner: ORCA,
    data: tickArray(-444_928, 21, tick('54e3379c050000000000000000000000')),
  },
  {
    address: '3Dw2LoPuWds96zoym9XbiuPRfY6ynCz7RJGBiBAbb2NY',
    owner: ORCA,
    data: tickArray(439_296, 67, tick('ac1cc863faffffffffffffffffffffff')),
  },
]

/** An array of the pool's ticks in the form of fixed size, with one of them. */
export function tickArray(start: number, index: number, record: Uint8Array): Buffer {
  const data = Buffer.alloc(9988)
  data.set([69, 97, 189, 190, 110, 7, 66, 187])
  data.writeInt32LE(start, 8)
  data.set(record, 12 + 113 * index)
  // A position begins with the address of its pool, after its discriminator.
  data.set(position.data.subarray(8, 40), 9956)
  return data
}
