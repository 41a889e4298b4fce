import { describe, expect, test } from 'vitest'
import { markdownTables } from './markdown-tables.ts'

describe(markdownTables, () => {
  test('reads head and rows of every table, cell by cell', () => {
    const text = [
      'Text | with a bar',
      '',
      '| A | B |',
      '| --- | :-: |',
      '| 1 | [2](https://x.example) |',
      '|   | 4 |',
      '',
      '|C|',
      '|-|',
    ].join('\n')
    expect(markdownTables(text)).toEqual([
      {
        header: ['A', 'B'],
        rows: [
          ['1', '[2](https://x.example)'],
          ['', '4'],
        ],
      },
      { header: ['C'], rows: [] },
    ])
  })

  test('takes Windows line ends, a missing last bar and an escaped bar', () => {
    expect(markdownTables('| A | B |\r\n|---|---|\r\n| a \\| b | 2\r\n')).toEqual([
      { header: ['A', 'B'], rows: [['a \\| b', '2']] },
    ])
  })

  test.each([
    ['lines with bars and no rule', '| A |\n| B |'],
    ['a rule without a head', 'text\n| --- |\n| 1 |'],
    ['a rule without a dash', '| A |\n| : |\n| 1 |'],
    ['nothing', ''],
  ])('sees no table in %s', (_, text) => {
    expect(markdownTables(text)).toEqual([])
  })

  test('ends a table at the first line that is none of its rows', () => {
    expect(markdownTables('| A |\n|---|\n| 1 |\nend\n| 2 |')).toEqual([
      { header: ['A'], rows: [['1']] },
    ])
  })

  test('reads a hostile line of two million dashes in time', () => {
    const rule = `|${'-'.repeat(2_000_000)}x`
    expect(markdownTables(`| A |\n${rule}\n`)).toEqual([])
  }, 2_000)
})
