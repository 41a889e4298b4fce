import { describe, expect, test } from 'vitest'
import rows from '../../../data/auditors.json' with { type: 'json' }
import { auditorOf } from './auditor.ts'

describe(auditorOf.name, () => {
  test.each([
    ['https://www.certik.com/projects/x', 'CertiK'],
    ['https://skynet.certik.com/projects/x', 'CertiK'],
    ['https://github.com/peckshield/publications/tree/master/x', 'PeckShield'],
    ['https://github.com/PeckShield/publications', 'PeckShield'],
    ['https://raw.githubusercontent.com/trailofbits/publications/x.pdf', 'Trail of Bits'],
    ['https://consensys.net/diligence/audits/2020/x/', 'ConsenSys Diligence'],
  ])('%s is by %s', (link, auditor) => {
    expect(auditorOf(link)).toBe(auditor)
  })

  test.each([
    ['https://consensys.net/blog'],
    ['https://docs.harbour.io/certik-audit.pdf'],
    ['https://certik.com.harbour.io/x'],
    ['https://notcertik.com/x'],
    ['https://github.com/peckshield-fake/publications'],
    ['https://github.com'],
    ['ftp://certik.com/x'],
    ['certik'],
  ])('%s names nobody', (link) => {
    expect(auditorOf(link)).toBeNull()
  })

  test('the table is sorted, and no place belongs to two auditors', () => {
    const names = rows.map(({ name }) => name.toLowerCase())
    expect(names).toEqual([...new Set(names)].sort())
    const places = rows.flatMap(({ at }) => at.map((place) => place.toLowerCase()))
    expect(new Set(places).size).toBe(places.length)
  })
})
