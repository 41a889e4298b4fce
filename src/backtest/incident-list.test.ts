import { describe, expect, test } from 'vitest'
import { aHack } from './fixtures/small-cohort.ts'
import { type Cause, parseIncidentList } from './incident-list.ts'

const only = (fields: Record<string, unknown>) =>
  parseIncidentList([aHack('2023-08-01', fields)], 'hacks.json').incidents[0]

describe(parseIncidentList, () => {
  test('an id may be a number, numeric text, null or that of a family', () => {
    expect(only({ defillamaId: 7 })).toMatchObject({ protocolId: '7', familyId: null })
    expect(only({ defillamaId: ' 7 ' })).toMatchObject({ protocolId: '7' })
    for (const defillamaId of [null, undefined, '', 0, -4, 1.5, {}]) {
      expect(only({ defillamaId })).toMatchObject({ protocolId: null, familyId: null })
    }
    expect(only({ defillamaId: 'parent#tide' })).toMatchObject({
      protocolId: null,
      familyId: 'parent#tide',
    })
    expect(only({ parentProtocolId: 'parent#tide' })?.familyId).toBe('parent#tide')
  })

  test('an amount that is none is unknown, not zero', () => {
    for (const amount of [null, undefined, -1, '12']) expect(only({ amount })?.lossUsd).toBeNull()
    expect(only({ amount: 0 })?.lossUsd).toBe(0)
  })

  test.each<[string | null, string | null, Cause]>([
    ['Protocol Logic', 'Reentrancy', 'contract'],
    ['Ecosystem', 'Flashloan Price Oracle Attack', 'contract'],
    ['Infrastructure', 'Private Key Compromised (Unknown Method)', 'key'],
    ['Infrastructure', 'Vyper Compiler Bug', 'contract'],
    [null, 'Private Key Compromised (Phishing)', 'key'],
    ['Rugpull', 'Oracle Manipulation', 'rug'],
    ['Key Compromise', 'Private Key Compromised', 'key'],
    ['Key Compromise', 'Unknown', 'key'],
    ['Key Compromise', 'Weak Key Generation', 'key'],
    ['Frontend & Infrastructure', 'DNS Hijack', 'key'],
    ['Social Engineering', 'Blind Signing', 'key'],
    ['Bridge & Cross-Chain', 'Validator Key Compromised', 'key'],
    ['Bridge & Cross-Chain', 'Forged Proof', 'contract'],
    ['Access Control', 'Improper Access Control', 'contract'],
    ['Access Control', null, 'contract'],
    ['Token & Share Accounting', 'First Depositor Attack', 'contract'],
    ['Oracle Manipulation', 'Spot Price Manipulation', 'contract'],
    ['Governance', 'Malicious Proposal', 'contract'],
    ['Rugpull', 'Admin Drain', 'rug'],
    [null, 'Unknown', 'unknown'],
    [null, null, 'unknown'],
  ])('%s, %s is of the class %s', (classification, technique, cause) => {
    expect(only({ classification, technique })?.cause).toBe(cause)
  })

  test('a theft from an exchange counts only where upstream names a protocol', () => {
    const { incidents } = parseIncidentList(
      [
        aHack('2023-08-01', { targetType: 'CEX' }),
        aHack('2023-08-01', { targetType: 'CEX', defillamaId: 4 }),
      ],
      'hacks.json',
    )
    expect(incidents).toHaveLength(1)
  })

  test('is in order of day and name, and counts what it cannot read', () => {
    const rows = [
      aHack('2023-08-02', { name: 'A' }),
      aHack('2023-08-01', { name: 'C' }),
      aHack('2023-08-01', { name: 'B' }),
      { name: 'without a date' },
      'text',
    ]
    const { incidents, refused } = parseIncidentList(rows, 'hacks.json')
    expect(incidents.map(({ name }) => name)).toEqual(['B', 'C', 'A'])
    expect(refused).toBe(2)
  })

  test.each([[{ message: 'Forbidden' }], [[{ id: 1 }, { id: 2 }]], [[]]])(
    'a body that is no list of incidents is refused: %j',
    (body) => {
      expect(() => parseIncidentList(body, 'hacks.json')).toThrow(
        "hacks.json must be a JSON array of incidents in the format of DefiLlama's /hacks.",
      )
    },
  )
})
