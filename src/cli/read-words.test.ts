import { describe, expect, test } from 'vitest'
import { parseIncidentsQuery } from '../contract/incidents-query.ts'
import {
  LEVEL_CHOICES,
  parseChangesQuery,
  parseHistoryQuery,
  parseListQuery,
  parseScreenerQuery,
  parseSearchQuery,
} from '../contract/query.ts'
import { COMMANDS } from './command-table.ts'
import cases from './fixtures/read-words.json' with { type: 'json' }
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
  expect(words('stress circle:0.12 tether:0.05').operands).toEqual(['circle:0.12', 'tether:0.05'])
  expect(complaint('stress a:1 b:1 c:1 d:1 e:1 f:1')).toBe('stress takes at most 5 ID:DROP.')
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

test('fields are chosen for programs alone', () => {
  expect(complaint('list --fields name')).toBe('--fields is only for --json.')
  expect(words('list --fields name,tvlUsd --json').values.fields).toEqual(['name', 'tvlUsd'])
  expect(words('screener --fields name --help').values.help).toBe(true)
})

test('help and the version need nothing else', () => {
  expect(words('get --help').values).toEqual({ help: true })
  expect(words('-h').command).toBeNull()
})

test.each(cases.refused)('%s: %s', (text, message) => {
  expect(complaint(text)).toBe(message)
})

describe('options are the query parameters of their endpoint', () => {
  const parsers = {
    search: parseSearchQuery,
    history: parseHistoryQuery,
    list: parseListQuery,
    screener: parseScreenerQuery,
    changes: parseChangesQuery,
    incidents: parseIncidentsQuery,
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
  return name === 'since' || name === 'until' ? '2026-11-01' : 'base'
}

function kebab(parameter: string): string {
  return parameter.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
