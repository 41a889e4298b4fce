import { expect, test } from 'vitest'
import type { CallBatcher } from '../../chains/evm/batch-calls.ts'
import { call } from '../../chains/evm/call.ts'
import { askOwned } from '../../chains/evm/lens/owned.ts'
import { encodeCall } from '../../chains/evm/viem.ts'
import { withNftIndex } from './nft-index.ts'

const OWNER = `0x${'a1'.repeat(20)}` as const
const COLLECTION = `0x${'c0'.repeat(20)}` as const
const signal = AbortSignal.timeout(5_000)

/** The lens answers `0x1e` to every caller. */
const batcher: CallBatcher = {
  run: async (calls) => calls.map(() => ({ ok: true, data: '0x1e' })),
  block: () => null,
  staleBlock: () => null,
  isOneBlock: () => true,
}
const asked = askOwned(
  COLLECTION,
  encodeCall('function nextTokenId() view returns (uint256)', []),
  OWNER,
)

test.each([
  ['that fails', async () => Promise.reject(new Error('down'))],
  [
    'that hangs',
    (_: unknown, late: AbortSignal) =>
      new Promise<bigint[]>((_resolve, reject) => {
        late.addEventListener('abort', () => reject(late.reason))
      }),
  ],
  ['with an id that no contract can be asked for', async () => [10n ** 78n]],
])(
  'an index of NFTs %s leaves the question to the lens, and the others as they are',
  async (_, ids) => {
    const other = call(COLLECTION, 'function name() view returns (string)', [])
    const { run } = withNftIndex(batcher, { index: { ids }, signal })
    const answers = await run([other, ...asked])
    expect(new Set(answers.map((each) => 'ok' in each && each.ok && each.data))).toEqual(
      new Set(['0x1e']),
    )
  },
)
