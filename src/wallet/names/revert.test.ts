import { encodeErrorResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../chains/address.ts'
import { answerBundle } from '../../testing/wallet/evm/fake-chain.ts'
import { resolveEns } from './ens.ts'
import { batchOf } from './fixtures/ens-rig.ts'
import type { Caller } from './universal-resolver.ts'

const UNIVERSAL_RESOLVER = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const BATCH_GATEWAY = 'x-batch-gateway:true'
const GATEWAY = 'https://gateway.example/{data}'
const LOOKUP = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extra)',
])
const lookup = (urls: readonly string[], callData: Hex): Hex =>
  encodeErrorResult({ abi: LOOKUP, args: [UNIVERSAL_RESOLVER, urls, callData, '0x12345678', '0x'] })

/** A batch of one, so many deep. */
function nested(depth: number, filler: Hex = '0x'): Hex {
  let data: Hex = batchOf([GATEWAY], filler)
  for (let level = 1; level < depth; level++) data = batchOf([BATCH_GATEWAY], data)
  return data
}

/** A look-up whose urls all stand at the same place. */
function aliased(count: number, bytes: number): Hex {
  const word = (value: number | string) => value.toString(16).padStart(64, '0')
  const urls = [word(count), word(32 * count).repeat(count), word(bytes), '78'.repeat(bytes)].join(
    '',
  )
  const end = 160 + urls.length / 2
  const head = [UNIVERSAL_RESOLVER.slice(2), 160, end, '12345678'.padEnd(64, '0'), end].map(word)
  return `0x556f1830${head.join('')}${urls}${word(0)}`
}

/** What becomes of a name whose resolver reverts so, how often the chain and gateways were asked, and how long it took. */
async function resolve(data: Hex, ok = false) {
  const asked = { chain: 0, gateways: 0 }
  const ethereum: Caller = {
    call: async ({ request }) => {
      asked.chain++
      const reply = () => ({ ok, data })
      const answer = answerBundle(request, {
        chainId: 1,
        blockNumber: 1n,
        reply,
      })
      return { kind: 'result', data: answer }
    },
  }
  const outcome = await resolveEns('alice.eth', {
    ethereum,
    signal: AbortSignal.timeout(60_000),
    nowMs: 0,
    askGateway: async () => {
      asked.gateways++
      return '{"data":"0x01"}'
    },
  })
  return { status: outcome.status, ...asked }
}

describe('a resolver that wants more than is sensible', () => {
  test.each<[string, Hex]>([
    ['a batch in a batch', lookup([BATCH_GATEWAY], nested(2))],
    ['eighty batches in each other', lookup([BATCH_GATEWAY], nested(80))],
    ['a batch of more than 32 KB', lookup([BATCH_GATEWAY], nested(200))],
    ['a batch beside an honest gateway', lookup([GATEWAY, BATCH_GATEWAY], nested(2))],
    ['a look-up of more than 32 KB', lookup([GATEWAY], `0x${'00'.repeat(33_000)}`)],
    ['an error of more than 32 KB', `0x08c379a0${'00'.repeat(33_000)}`],
    ['five hundred gateways that are one', aliased(500, 15_000)],
  ])('%s is refused before anything is asked', async (_, data) => {
    // An honest one asks for the same once more, and then has asked too often.
    expect(await resolve(lookup([GATEWAY], '0x1234'))).toMatchObject({ chain: 3, gateways: 2 })
    expect(await resolve(data)).toEqual({ status: 'failed', chain: 1, gateways: 0 })
  })

  test('and one that answers with more than 32 KB has failed', async () => {
    expect(await resolve(`0x${'00'.repeat(33_000)}`, true)).toMatchObject({ status: 'failed' })
  })
})
