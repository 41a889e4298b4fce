import { expect, test } from 'vitest'
import { accountFacts } from './account-facts.ts'
import { signedAddresses } from './derived.ts'
import { recordedAccount, squadsV3, squadsV4, wallet } from './fixtures/accounts.ts'
import { derive } from './fixtures/memory.ts'
import recorded from './fixtures/recorded.json' with { type: 'json' }
import { SQUADS_V3, SQUADS_V4 } from './programs.ts'

test.each(recorded.signers.rows)('%s: %s signs for %s', async (program, address, signs) => {
  const facts =
    program === SQUADS_V4
      ? accountFacts(squadsV4())
      : program === SQUADS_V3
        ? accountFacts(squadsV3(4, 7))
        : { ...accountFacts(recordedAccount(nameOf(program))), program }
  expect(signedAddresses(address, facts, await derive())).toContain(signs)
})

test('the multisig of a record signs for the authority of the record', async () => {
  const drift = recordedAccount('Drift, Squads v4')
  expect(signedAddresses(drift.address, accountFacts(drift), await derive())[0]).toBe(drift.signs)
})

test('other accounts sign for none, nor does what is no address', async () => {
  expect(
    signedAddresses(
      recordedAccount('Drift, Squads v4').address,
      accountFacts(wallet),
      await derive(),
    ),
  ).toEqual([])
  expect(signedAddresses('0x', accountFacts(squadsV4()), await derive())).toEqual([])
})

function nameOf(program: string): string {
  return program.startsWith('msig') ? 'Marinade, multisig of Serum' : 'Drift, vote of the DAO'
}
