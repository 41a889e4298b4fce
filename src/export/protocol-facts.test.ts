import { expect, test } from 'vitest'
import { protocolFactsFile } from '../contract/protocol-facts.ts'
import { aContract, aPath, changedBy } from '../domain/fixtures/control.ts'
import { fact } from '../score/fixtures/record.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { createProtocolFacts } from './protocol-facts.ts'

const UPPER = '0x00000000000000000000000000000000000000AB'

test('protocols have their losses, and who can change each contract by chain and address', () => {
  const control = fact([
    aContract({ address: UPPER, codeChange: changedBy(aPath({ threshold: 2, signers: 3 })) }),
    aContract({ address: '0x01', codeChange: { known: false, why: 'node-failed' } }),
  ])
  const file = createProtocolFacts(
    aCatalogue([
      anEntry({ id: '1', slug: 'harbour', facts: { control } }),
      anEntry({ id: '2', slug: 'nothing-known' }),
    ]),
  )
  expect(protocolFactsFile.parse(file)).toEqual(file)
  expect(Object.keys(file)).toEqual(['harbour'])
  const { losses, codeControl } = file.harbour ?? {}
  expect(losses).toEqual({ count: 0, usd: null, lastDay: null })
  expect(Object.keys(codeControl ?? {})).toEqual([`Ethereum ${UPPER.toLowerCase()}`])
  expect(Object.values(codeControl ?? {})[0]).toContain('2 of 3 signers of a Safe')
})
