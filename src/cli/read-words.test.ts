import { describe, expect, test } from 'vitest'
import {
  LEVEL_CHOICES,
  parseChangesQuery,
  parseListQuery,
  parseScreenerQuery,
  parseSearchQuery,
} from '../contract/query.ts'
import { COMMANDS } from './command-table.ts'
import { type CommandOption, LEVELS } from './options.ts'
import { parseArguments } from './read-words.ts'

const words = (text: string) => parseArguments(text.split(' '))
const complaint = (text: string): string => {
  try {
    words(text)
  } catch (error) {
    return (error as Error).message
  }
  return 'no complaint'
}

test('a command, its operands and its options are read in any order', () => {
  const read = words(
    '--json screener --chain base,arbitrum --chain eth --max-tvl=5e6 '
      .replace('5e6', '5000000')
      .trim(),
  )
  expect(read.command?.name).toBe('screener')
  expect(read.values).toEqual({
    json: true,
    chain: ['base', 'arbitrum', 'eth'],
    'max-tvl': 5_000_000,
  })
  expect(words('search curve dex --limit 3').operands).toEqual(['curve dex'])
  expect(words('get -- --odd-id').operands).toEqual(['--odd-id'])
})

test('the examples of the help can be typed as they are', () => {
  const examples = COMMANDS.flatMap(({ name, examples }) =>
    examples.map((text) => ({ name, text })),
  )
  for (const { name, text } of examples) {
    const [, line = ''] = /(?:^|\()plimsoll ([^|>)]+)/.exec(text) ?? []
    const typed = [...line.trim().matchAll(/"([^"]*)"|\S+/g)].map(
      ([word, quoted]) => quoted ?? word,
    )
    expect(parseArguments(typed).command?.name, text).toBe(name)
  }
  expect(examples.length).toBeGreaterThanOrEqual(COMMANDS.length)
})

test('help and the version need nothing else', () => {
  expect(words('get --help').values).toEqual({ help: true })
  expect(words('-h').command).toBeNull()
})

test.each([
  ['serch aave', 'There is no command "serch". Did you mean search?'],
  [
    'screener --max-orcale-risk 3',
    'screener has no option --max-orcale-risk. Did you mean --max-oracle-risk?',
  ],
  ['stats --sort tvl', 'stats has no option --sort. screener has it.'],
  [
    'screener --level elevate',
    '--level does not take "elevate". Did you mean elevated? It takes very-low, low, moderate, elevated, high, none.',
  ],
  ['list --sort-by name --sort-by tvl', '--sort-by is given twice.'],
  ['list --limit ten', '--limit must be a number, not "ten".'],
  ['list --limit --json', '--limit needs a value: --limit N.'],
  ['list --limit=', '--limit needs a value: --limit N.'],
  ['list --limit', '--limit needs a value: --limit N.'],
  ['stats --json=yes', '--json takes no value.'],
  ['list --chain ,', '--chain must name at least one.'],
  ['get', 'get needs ID.'],
  ['get a b', 'get does not take the word "b".'],
  ['completion powershell', 'SHELL must be one of bash, zsh, fish.'],
  [
    'get aave-v3 --key dpk_live_x',
    'A key is not taken from the command line, because shells keep what was typed. Put it into PLIMSOLL_API_KEY.',
  ],
])('%s: %s', (text, message) => {
  expect(complaint(text)).toBe(message)
})

describe('options are the query parameters of their endpoint', () => {
  const parsers = {
    search: parseSearchQuery,
    list: parseListQuery,
    screener: parseScreenerQuery,
    changes: parseChangesQuery,
  }

  test.each(Object.entries(parsers))(
    '%s: the API takes every parameter and every choice',
    (name, parse) => {
      const command = COMMANDS.find((each) => each.name === name)
      for (const choice of [0, 1, 2, 3, 4, 5, 6, 7]) {
        const given = (command?.options ?? []).map((option): [string, string] => [
          option.parameter ?? '',
          example(option, choice),
        ])
        if (name === 'search') given.push(['q', 'aave'])
        expect(parse(new URLSearchParams(given))).toMatchObject({ ok: true, ignored: [] })
      }
    },
  )

  test('the levels are those of the API, and the names are the parameters in kebab case', () => {
    expect(LEVELS).toEqual(LEVEL_CHOICES)
    const renamed = COMMANDS.flatMap(({ options }) => options)
      .filter(({ name, parameter }) => parameter !== undefined && name !== kebab(parameter))
      .map(({ name }) => name)
    // Rows of a page are called what they are called elsewhere.
    expect([...new Set(renamed)]).toEqual(['limit'])
  })
})

function example({ kind, choices, name }: CommandOption, at: number): string {
  if (choices) return choices[at % choices.length] ?? ''
  if (kind === 'number') return '3'
  return name === 'since' ? '2026-11-01' : 'base'
}

function kebab(parameter: string): string {
  return parameter.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
