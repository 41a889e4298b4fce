import { describe, expect, test } from 'vitest'
import type { CodeChange, ControlPath } from '../../domain/control.ts'
import { DAY_SECONDS } from '../../domain/day.ts'
import { aPath, by, bySafe, changedAtLeastBy, changedBy } from '../../domain/fixtures/control.ts'
import { controlled } from '../fixtures/control.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { upgradePaths } from './control-facts.ts'
import { describePath } from './describe-path.ts'

function words(codeChange: CodeChange, name: string | null = 'Vault'): string {
  const subject = aSubject(controlled([{ name, codeChange }]))
  const paths = upgradePaths(subject, METHODOLOGY.parameters.control)
  return paths.known ? describePath(paths.value) : paths.reason
}

describe('the worst path in a sentence', () => {
  test.each<[ControlPath, string]>([
    [by('eoa'), 'One key (0xeoa)'],
    [bySafe(3, 5), '3 of 5 signers of a Safe (0xsafe)'],
    [by('safe'), 'A Safe with signers that are not recorded (0xsafe)'],
    [by('governor'), 'Governance (0xgovernor)'],
    [by('timelock'), 'A timelock with proposers that are not recorded (0xtimelock)'],
    [{ ...bySafe(4, 7), actor: 'curated' }, '4 of 7 signers of a multisig (0xsafe)'],
    [by('curated'), 'A governance contract (0xcurated)'],
    [by('unidentified'), 'An address that is not identified (0xunidentified)'],
    [
      aPath({ ...by('unidentified'), note: 'a contract named SimpleGovernance' }),
      'A contract named SimpleGovernance (0xunidentified)',
    ],
    [aPath({ actor: 'unidentified', address: null }), 'Someone not identified'],
    [by('anyone'), 'Anyone'],
  ])('names who acts: %j', (path, who) => {
    expect(words(changedBy(path))).toBe(
      `${who} can change the code of Vault 0xvault on Ethereum, at once (2024-03-11).`,
    )
  })

  test('says that no one can', () => {
    const sentence = 'No one can change the code of the contract 0xvault on Ethereum (2024-03-11).'
    expect(words(changedBy(by('nobody')), null)).toBe(sentence)
  })

  test.each<[ControlPath, string]>([
    [bySafe(3, 5, 2 * DAY_SECONDS), 'after 2 days'],
    [bySafe(3, 5, 3 * DAY_SECONDS), 'after 3 days'],
    [aPath({ ...bySafe(3, 5), delaySeconds: null }), 'delay not recorded'],
    [
      aPath({ actor: 'governor', delaySeconds: DAY_SECONDS, voteSeconds: 4 * DAY_SECONDS }),
      'after a vote of 4 days and 1 day',
    ],
  ])('names the delay, a vote included: %j', (path, when) => {
    expect(words(changedBy(path))).toContain(`on Ethereum, ${when} (`)
  })

  test('says that there may be other ways, and how they count', () => {
    expect(words(changedAtLeastBy(by('governor'), bySafe(3, 5)))).toBe(
      '3 of 5 signers of a Safe (0xsafe) can change the code of Vault 0xvault on Ethereum, at once (2024-03-11). There may be other ways, which count as one key.',
    )
  })

  test('quotes what one node says, and names no one it accuses', () => {
    const counts = 'What is not confirmed counts as one key.'
    expect(words(changedAtLeastBy(aPath({ ...bySafe(3, 5), proof: 'unconfirmed' })))).toBe(
      `One node says that 3 of 5 signers of a Safe (0xsafe) can change the code of Vault 0xvault on Ethereum, at once (2024-03-11); not confirmed. ${counts}`,
    )
    const someone = aPath({ actor: 'unidentified', address: null, proof: 'unconfirmed' })
    expect(words(changedAtLeastBy(someone))).toBe(
      `Who can change the code of Vault 0xvault on Ethereum could not be confirmed (2024-03-11). ${counts}`,
    )
  })

  test.each<[string, CodeChange]>([
    ['no path was seen', { known: false, why: 'unidentified' }],
    ['only a renounced one was', changedAtLeastBy(by('nobody'))],
  ])('says that it could not be found where %s', (_, codeChange) => {
    expect(words(codeChange)).toBe(
      'Who can change the code of Vault 0xvault on Ethereum could not be found (2024-03-11).',
    )
  })
})
