import { expect, test } from 'vitest'
import own from '../../data/descriptions.json' with { type: 'json' }
import { descriptionAuthor } from './description-author.ts'

const ours = own.descriptions['2']

test('our own sentence is ours, and only for its protocol', () => {
  expect(descriptionAuthor({ id: '2', description: ours })).toBe('plimsoll')
  expect(descriptionAuthor({ id: '3', description: ours })).toBe('registry')
})

test('another text is of the registry', () => {
  expect(descriptionAuthor({ id: '2', description: 'Bitcoin on Ethereum.' })).toBe('registry')
})

test('nobody wrote a description that is not there', () => {
  expect(descriptionAuthor({ id: '2', description: null })).toBeNull()
})
