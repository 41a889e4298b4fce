import { describe, expect, test } from 'vitest'
import type { CodeChange, ControlPath } from '../../domain/control.ts'
import {
  aPath,
  by,
  bySafe,
  changedAtLeastBy,
  changedBy,
  controlled,
  DAY_SECONDS,
  HOUR,
} from '../fixtures/control.ts'
import { aSubject } from '../fixtures/universe.ts'
import { METHODOLOGY } from '../methodology.ts'
import { upgradePaths } from './control-facts.ts'
import { describePath, durationWords } from './describe-path.ts'

function words(codeChange: CodeChange, name: string | null = 'Vault'): string {
  const subject = aSubject(controlled([{ name, codeChange }]))
  const paths = upgradePaths(subject, METHODOLOGY.parameters.control)
  return paths.known ? describePath(paths.value) : paths.reason
}

describe('the worst path in a sentence', () => {
  test.each<[ControlPath, string]>([
    [by('eoa'), 'One key (0xeoa)'],
    [bySafe(3, 5), 'A Safe of 3 of 5 (0xsafe)'],
    [by('safe'), 'A Safe (0xsafe)'],
    [by('governor'), 'A vote (0xgovernor)'],
    [by('timelock'), 'Whoever can propose to a timelock (0xtimelock)'],
    [aPath({ actor: 'curated', threshold: 4, signers: 7 }), 'A multisig of 4 of 7 (0xkey)'],
    [by('curated'), 'A governance contract (0xcurated)'],
    [by('unidentified'), 'Someone who could not be identified (0xunidentified)'],
    [aPath({ actor: 'unidentified', address: null }), 'Someone who could not be identified'],
    [by('anyone'), 'Anyone'],
  ])('names who acts: %j', (path, who) => {
    expect(words(changedBy(path))).toBe(
      `${who} can change the code of Vault 0xvault on Ethereum at once (2024-03-11).`,
    )
  })

  test('says that no one can', () => {
    const sentence = 'No one can change the code of the contract 0xvault on Ethereum (2024-03-11).'
    expect(words(changedBy(by('nobody')), null)).toBe(sentence)
  })

  test.each<[ControlPath, string]>([
    [bySafe(3, 5, 2 * DAY_SECONDS), 'after 2 days'],
    [bySafe(3, 5, 3 * DAY_SECONDS), 'after 3 days'],
    [aPath({ ...bySafe(3, 5), delaySeconds: null }), 'after a delay that is not recorded'],
    [
      aPath({ actor: 'governor', delaySeconds: DAY_SECONDS, voteSeconds: 4 * DAY_SECONDS }),
      'after 5 days',
    ],
  ])('names the delay, a vote included: %j', (path, when) => {
    expect(words(changedBy(path))).toContain(`on Ethereum ${when} (`)
  })

  test('says that there may be other ways, and how they count', () => {
    expect(words(changedAtLeastBy(by('governor'), bySafe(3, 5)))).toBe(
      'A Safe of 3 of 5 (0xsafe) can change the code of Vault 0xvault on Ethereum at once (2024-03-11). There may be other ways, which count as one key.',
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

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [90, '90 seconds'],
  [200, '3 minutes'],
  [HOUR, '1 hour'],
  [18 * HOUR, '18 hours'],
  [DAY_SECONDS, '1 day'],
  [DAY_SECONDS + HOUR, '25 hours'],
  [2.5 * DAY_SECONDS, '60 hours'],
  [7 * DAY_SECONDS, '7 days'],
  [3 * DAY_SECONDS + 5, '3 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(durationWords(seconds)).toBe(text)
})
