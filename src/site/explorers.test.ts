import { expect, test } from 'vitest'
import control from '../../data/seed/control.json' with { type: 'json' }
import markets from '../../data/seed/markets.json' with { type: 'json' }
import { explorerLink, recordLink } from './explorers.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`

test('an address links to the explorer of its chain, where one is known', () => {
  expect(explorerLink('Base', ADDRESS)).toBe(`https://basescan.org/address/${ADDRESS}`)
  expect(explorerLink('Nowhere', ADDRESS)).toBeNull()
})

test.each(['0x1', '../../evil', `${ADDRESS}?x`, 'javascript:alert(1)', ''])(
  '%s is no address',
  (text) => {
    expect(explorerLink('Ethereum', text)).toBeNull()
  },
)

test.each([
  ['https://github.com/a/b', true],
  ['https://www.defiscan.info/protocols/x', true],
  ['https://etherscan.io/address/0x1', true],
  ['https://github.com.evil.example/', false],
  ['https://user@github.com/', false],
  ['javascript:alert(1)', false],
  ['https://example.com/', false],
])('a record at %s becomes a link: %s', (link, isLink) => {
  expect(recordLink(link) !== null).toBe(isLink)
})

test('each record of the sample becomes a link', () => {
  const links = [...control.contracts, ...markets.markets].map(({ link }) => link)
  expect(links.filter((link) => recordLink(link) === null)).toEqual([])
})
