import { describe, expect, test } from 'vitest'
import {
  findAlike,
  homesOf,
  type Programme,
  type ProgrammeOwner,
  siteOf,
  tieProgrammes,
} from './programme.ts'

const programme = (id: string, given: Partial<Programme> = {}): Programme => ({
  id,
  name: id,
  bounty: null,
  protocols: null,
  homes: [],
  ...given,
})

const owner = (id: string, given: Partial<ProgrammeOwner> = {}): ProgrammeOwner => ({
  id,
  name: `Owner ${id}`,
  slug: `owner-${id}`,
  parentId: null,
  homes: [],
  ...given,
})

/** Programme ids by protocol id, and the ids of the open ones. */
function tied(programmes: Programme[], owners: ProgrammeOwner[]) {
  const forward = tieProgrammes(programmes, owners)
  const backward = tieProgrammes(programmes.toReversed(), owners.toReversed())
  const plain = ({ programmes: byId, open }: typeof forward) => ({
    ties: Object.fromEntries([...byId].map(([id, list]) => [id, list.map((p) => p.id).sort()])),
    open: open.map(({ id }) => id).sort(),
  })
  expect(plain(backward)).toEqual(plain(forward))
  return plain(forward)
}

describe('a programme is tied', () => {
  const stargate = programme('stargate', { homes: ['stargate.finance'] })

  test('to the protocols that a person named, whatever its home says', () => {
    const reviewed = programme('a', { protocols: ['1'], homes: ['b.example'] })
    const owners = [owner('1'), owner('2', { homes: ['b.example'] })]
    expect(tied([reviewed], owners)).toEqual({ ties: { 1: ['a'] }, open: [] })
  })

  test('to the protocol that lives where it is at home', () => {
    const owners = [owner('571', { homes: homesOf('https://stargate.finance/', []) })]
    expect(tied([stargate], owners)).toEqual({ ties: { 571: ['stargate'] }, open: [] })
  })

  test('to every member of the one family that lives there', () => {
    const member = (id: string) => owner(id, { parentId: 'parent#s', homes: ['stargate.finance'] })
    expect(tied([stargate], [member('1'), member('2')]).ties).toEqual({
      1: ['stargate'],
      2: ['stargate'],
    })
  })

  test.each([
    [
      'strangers live there',
      [owner('1', { homes: ['stargate.finance'] }), owner('2', { homes: ['stargate.finance'] })],
    ],
    ['nobody lives there', [owner('1', { homes: ['app.stargate.finance'] })]],
    [
      'it has homes with two families',
      [owner('1', { homes: ['stargate.finance'] }), owner('2', { homes: ['github:stargate'] })],
    ],
  ])('to none when %s', (_, owners) => {
    const homes = ['stargate.finance', 'github:stargate']
    expect(tied([programme('stargate', { homes })], owners)).toEqual({
      ties: {},
      open: ['stargate'],
    })
  })

  test('to none by a home that two programmes name: Basilisk and HydraDX share an organisation', () => {
    const homes = ['github:galacticcouncil']
    const list = [programme('basilisk', { homes }), programme('hydration', { homes })]
    expect(tied(list, [owner('1', { homes })])).toEqual({
      ties: {},
      open: ['basilisk', 'hydration'],
    })
  })

  test('to none by home when a person tied another programme to the protocol', () => {
    const reviewed = programme('enzyme', { protocols: ['1'] })
    const other = programme('enzyme-onyx', { homes: ['github:enzymefinance'] })
    const owners = [owner('1', { homes: ['github:enzymefinance'] })]
    expect(tied([reviewed, other], owners)).toEqual({
      ties: { 1: ['enzyme'] },
      open: ['enzyme-onyx'],
    })
  })

  test('to none and settled when a person found that it covers none', () => {
    expect(tied([programme('arbitrum', { protocols: [] })], [owner('1')])).toEqual({
      ties: {},
      open: [],
    })
  })
})

describe('a home', () => {
  test.each([
    ['https://www.Alpha.example/app?ref=1', 'alpha.example'],
    ['http://alpha.example.', 'alpha.example'],
    ['https://alpha.github.io/app', 'alpha.github.io'],
    ['https://github.com/alpha', null],
    ['https://medium.com/@alpha', null],
    ['https://t.me/alpha', null],
    ['https://apps.apple.com/app/1', null],
    ['https://docs.google.com/x', null],
    ['ftp://alpha.example', null],
    ['https://localhost/', null],
    ['alpha.example', null],
    ['', null],
  ])('of %s is %s', (url, site) => {
    expect(siteOf(url)).toBe(site)
  })

  test('is a site and organisations, without regard to case', () => {
    expect(homesOf('https://alpha.example', ['Alpha-Labs'])).toEqual([
      'alpha.example',
      'github:alpha-labs',
    ])
    expect(homesOf(null, [])).toEqual([])
  })
})

describe('a programme is like a protocol', () => {
  const tern = owner('1', { name: 'Tern Lend', slug: 'tern-lend', homes: ['tern.example'] })

  test.each([
    ['a home', programme('x', { homes: ['tern.example'] })],
    ['a word of the name', programme('x', { name: 'Tern', homes: ['x.example'] })],
    ['a word with a common ending', programme('ternfinance', { homes: ['x.example'] })],
    ['a word of the host', programme('x', { homes: ['app.tern.fi'] })],
  ])('when they share %s', (_, open) => {
    expect(findAlike([tern])(open).get(tern)?.length).toBeGreaterThan(0)
  })

  test('not when it shares no distinctive word', () => {
    const lend = programme('lend', { name: 'The Lend Protocol', homes: ['x.example'] })
    expect(findAlike([tern])(lend).size).toBe(0)
  })
})
