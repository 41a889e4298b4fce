import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../../chains/scan-chains.ts'
import { PERMIT2 } from '../../../domain/approval-sum.ts'
import { PROTOCOLS } from '../../model/protocols.ts'
import { openContracts } from '../contracts/open-contracts.ts'
import { planApprovals } from './approval-plan.ts'
import { openSpenders, parseSpenders } from './spender-list.ts'

const FILE = new URL('../../../../data/wallet/contracts/spenders.json', import.meta.url)
const json = JSON.parse(readFileSync(FILE, 'utf8'))
const spenders = openSpenders()

test('the list names each address once, with a source, and protocols of our table alone', () => {
  const rows: { address: string; protocol?: string }[] = json.spenders
  expect(new Set(rows.map(({ address }) => address)).size).toBe(rows.length)
  for (const { protocol } of rows) if (protocol) expect(PROTOCOLS).toHaveProperty([protocol])
  expect(rows.length).toBeGreaterThan(400)
})

test('a spender through which money was taken has the loss of its source', () => {
  const find = (chain: 'ethereum' | 'base', name: string) =>
    spenders(chain).spenders.find((each) => each.name === name)
  expect(find('ethereum', 'Socket: Gateway')?.loss).toEqual({
    ...{ name: 'Socket', day: '2024-01-16', usd: 3_300_000 },
    source: 'RevokeCash/approval-exploit-list@27310109',
  })
  expect(find('base', 'Socket: Gateway')).toBeUndefined()
  expect(find('ethereum', 'Pendle: Router')).toMatchObject({ protocol: 'pendle', loss: null })
})

test('a list that names a source or loss that it does not have is refused', () => {
  const [first, ...others] = json.spenders
  expect(() =>
    parseSpenders({ ...json, spenders: [{ ...first, source: 'x' }, ...others] }),
  ).toThrow()
  expect(() => parseSpenders({ ...json, spenders: [{ ...first, loss: 'x' }, ...others] })).toThrow()
})

test('on every chain Permit2 is asked for, each spender once, and few enough for one question', () => {
  const contracts = openContracts()
  for (const { key } of SCAN_CHAINS) {
    const plan = planApprovals(contracts(key), spenders(key))
    const addresses = plan.spenders.map(({ address }) => address)
    expect(addresses[0]).toBe(PERMIT2)
    expect(new Set(addresses).size).toBe(addresses.length)
    // About 5,000 gas for each, of the 50 million that a node allows.
    expect(plan.always * addresses.length).toBeLessThan(3_000)
    expect(plan.tokens.length).toBeLessThan(400)
  }
  const { own, collections, tokens, always } = planApprovals(
    contracts('ethereum'),
    spenders('ethereum'),
  )
  const usdc = tokens.find(({ symbol }) => symbol === 'USDC')
  expect(tokens.slice(0, always).map(({ symbol }) => symbol)).toContain('USDC')
  expect(own.get(usdc?.address ?? PERMIT2)?.map(({ name }) => name)).toContain('AAVE V3: pool')
  expect(collections.map(({ protocol }) => protocol)).toContain('uniswap-v3')
})
