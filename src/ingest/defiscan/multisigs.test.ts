import { describe, expect, test } from 'vitest'
import { multisigsOf } from './multisigs.ts'

const SHORT = [
  'Name',
  'Account',
  'Type',
  '≥ 7 signers',
  '≥ 51% threshold',
  '≥ 50% non-insider',
  'Signers public',
]

function row(type: string, outsiders = '❌', publicly = '❌'): string[] {
  return ['Name', '0xabc', type, '❌', '❌', outsiders, publicly]
}

describe(multisigsOf, () => {
  test.each([
    ['Multisig 4/7', 4, 7],
    ['MultiSig 2/3', 2, 3],
    ['Multi-sig 2 / 2', 2, 2],
    ['multisig 100/100', 100, 100],
  ])('%s is a multisig', (type, threshold, signers) => {
    expect(multisigsOf([{ header: SHORT, rows: [row(type)] }])).toEqual([
      { threshold, signers, outsiders: false, publicSigners: false },
    ])
  })

  test.each([
    'Contract',
    'EOA',
    'MCMS',
    'Multisig',
    'Multisig ?/?',
    'Multisig 5/4',
    'Multisig 0/4',
    'Multisig 4/0',
    'Multisig 4/101',
    'Multisig 04/07',
    'Multisig 4/7 and 2/3',
    '4/7',
    'Not a Multisig 4/7',
    '',
  ])('%j is none, and no error', (type) => {
    expect(multisigsOf([{ header: SHORT, rows: [row(type), row('Multisig 1/1')] }])).toHaveLength(1)
  })

  test.each([
    ['✅', true],
    ['✅ ([source](https://x.example))', true],
    ['❌', false],
    ['N/A', null],
    ['n/a', null],
    ['', null],
    ['❌✅', null],
    ['yes', null],
  ])('%j answers %j', (cell, answer) => {
    const rows = [row('Multisig 4/7', cell, cell)]
    expect(multisigsOf([{ header: SHORT, rows }])).toMatchObject([
      { outsiders: answer, publicSigners: answer },
    ])
  })

  test.each([
    ['≥ 50 % non-insider', 'Signers public'],
    ['≥50% non-insider signers', 'Signers publicly announced'],
    ['Above 50% non-insiders signers', 'Signers publicly announced'],
  ])('knows the columns as %j and %j', (outsiders, publicly) => {
    const header = ['Role', 'Address', 'Type', 'At least 7 signers', '51', outsiders, publicly]
    expect(multisigsOf([{ header, rows: [row('Multisig 4/7', '✅', '✅')] }])).toMatchObject([
      { outsiders: true, publicSigners: true },
    ])
  })

  test('a row that ends early gives no answers', () => {
    const rows = [['Name', '0xabc', 'Multisig 4/7']]
    expect(multisigsOf([{ header: SHORT, rows }])).toMatchObject([
      { outsiders: null, publicSigners: null },
    ])
  })

  test('a table that only lists owners again, or has no type, is not counted', () => {
    const rows = [row('Multisig 4/7')]
    expect(multisigsOf([{ header: SHORT.slice(0, 3), rows }])).toEqual([])
    expect(multisigsOf([{ header: SHORT.with(2, 'Kind'), rows }])).toEqual([])
  })
})
