import { type Field, pack, repeat } from './pack.ts'

/** Accounts of Meteora's DLMM, field by field in the order of the IDL in @meteora-ag/dlmm. */
export const DLMM = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'

/**
 * The beginning of a pair of mainnet, a token and SOL, as recorded in sevenlabs-hq/carbon: up to its mints. Its bins are 0.8 % apart,
 * and its price is in bin -1054. It has no farm rewards.
 */
export const recordedPair = Buffer.concat(
  [
    Buffer.from(
      'IQsxYrVlsQ0k9CwBsASIE0wdAADwSQIArur//1IVAAD0AQAAAAAAAPBJAgD4JAEAivz//wAAAAC9wzloAAAAAAAAAAAAAAAA/1AAA+L7//9QAAAAJPQAAN7eC6K2ZMgVF+oa7Rsk5mOE1vgf4HU9l6iugBeQlHGvBpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAE=',
      'base64',
    ),
  ],
  904,
)

export interface BinShare {
  bin: number
  share: bigint
  last?: readonly [bigint, bigint]
  pending?: readonly [bigint, bigint]
}

export interface DlmmPositionFields {
  pair: string
  owner: string
  lowerBin: number
  upperBin: number
  shares: readonly BinShare[]
}

const NO_KEY = '1'.repeat(32)
const feeInfo = ({ last = [0n, 0n], pending = [0n, 0n] }: Partial<BinShare>): Field[] => [
  [last[0], 16],
  [last[1], 16],
  [pending[0], 8],
  [pending[1], 8],
]

export function dlmmPositionData(of: DlmmPositionFields): Buffer {
  const { lowerBin, upperBin } = of
  const bins = Array.from({ length: Math.max(70, upperBin - lowerBin + 1) }, (_, at) => {
    return of.shares.find(({ bin }) => bin === lowerBin + at) ?? { share: 0n }
  })
  const [first, further] = [bins.slice(0, 70), bins.slice(70)]
  const base = pack(
    Buffer.from([117, 176, 212, 199, 245, 180, 133, 182]),
    of.pair,
    of.owner,
    ...first.map(({ share }): Field => [share, 16]),
    repeat(70, [1, 16], [2, 16], [3, 8], [4, 8]),
    ...first.flatMap(feeInfo),
    [lowerBin, 4],
    [upperBin, 4],
    [1_700_000_000, 8],
    repeat(4, [9, 8]),
    NO_KEY,
    [0, 8],
    [0, 1],
    NO_KEY,
    [1, 1],
  )
  const behind = further.map((bin) =>
    pack([bin.share, 16], [1, 16], [2, 16], [3, 8], [4, 8], ...feeInfo(bin)),
  )
  return Buffer.concat([Buffer.concat([base], 8120), ...behind])
}

export interface BinFields {
  bin: number
  amounts: readonly [bigint, bigint]
  supply: bigint
  counters?: readonly [bigint, bigint]
}

export function binArrayData(pair: string, index: number, used: readonly BinFields[]): Buffer {
  const bins = Array.from({ length: 70 }, (_, at) => {
    const found = used.find(({ bin }) => bin === index * 70 + at)
    const { amounts = [0n, 0n], supply = 0n, counters = [0n, 0n] } = found ?? {}
    return pack(
      [amounts[0], 8],
      [amounts[1], 8],
      [1, 16],
      [supply, 16],
      repeat(4, [6, 8]),
      [counters[0], 16],
      [counters[1], 16],
      repeat(3, [7, 8]),
      [8, 4],
      [0, 4],
    )
  })
  const mark = Buffer.from([92, 142, 92, 220, 5, 148, 70, 181])
  return pack(mark, [index, 8], [1, 1], Buffer.alloc(7), pair, ...bins)
}

/** A position over 76 bins, so that six are behind its lists, and the bins in which it has a share. */
export const example = {
  lowerBin: -1100,
  upperBin: -1025,
  shares: [
    // Nothing is left of this one but fees.
    { bin: -1100, share: 0n, pending: [5n, 6n] },
    { bin: -1060, share: 3n << 70n, last: [10n << 64n, 1n << 60n], pending: [1n, 2n] },
    { bin: -1054, share: (7n << 64n) + 12_345n, last: [0n, 1n << 63n] },
    { bin: -1026, share: 5n << 66n, last: [1n << 62n, 0n], pending: [100n, 200n] },
  ] satisfies BinShare[],
  bins: [
    { bin: -1060, amounts: [0n, 999_999n], supply: 7n << 70n, counters: [11n << 64n, 1n << 62n] },
    { bin: -1054, amounts: [70_001n, 1003n], supply: 9n << 64n, counters: [5n << 62n, 9n << 63n] },
    { bin: -1026, amounts: [123_456_789n, 0n], supply: 6n << 66n, counters: [5n << 62n, 3n] },
  ] satisfies BinFields[],
}
