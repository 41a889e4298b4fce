import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCommand, embedSnippets } from './use-it.ts'

const ANSWER = { site: 'https://risk.example', id: 'aave-v3' }

describe('the snippets of a protocol', () => {
  test('embed the badge with a link to its page, and the card', () => {
    const shown = { site: 'https://risk.example', fileName: 'aave-v3', name: 'A [b] "c"' }
    expect(embedSnippets(shown).map(({ code }) => code)).toEqual([
      '<a href="https://risk.example/protocol/aave-v3/"><img src="https://risk.example/badge/aave-v3.svg" alt="Plimsoll risk score of A [b] &quot;c&quot;" height="28"></a>',
      '[![Plimsoll risk score of A \\[b\\] "c"](https://risk.example/badge/aave-v3.svg)](https://risk.example/protocol/aave-v3/)',
      '<iframe src="https://risk.example/embed/aave-v3/" title="Plimsoll risk score of A [b] &quot;c&quot;" width="480" height="240" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy" style="border:0;max-width:100%"></iframe>',
    ])
  })

  test('check the score with the command of the guide', () => {
    expect(checkCommand(ANSWER)).toBe(
      'npm run verify-score -- --snapshot https://risk.example --id aave-v3',
    )
  })

  test('give the shell an id as one word, whatever characters it has', () => {
    const words = fc.string({ unit: 'binary' }).filter((id) => id !== '' && !id.includes('\0'))
    fc.assert(
      fc.property(words, (id) => {
        const command = checkCommand({ ...ANSWER, id: id.toWellFormed() })
        const argument = command.slice(command.indexOf('--id ') + 5)
        expect(execFileSync('sh', ['-c', `printf %s ${argument}`], { encoding: 'utf8' })).toBe(
          id.toWellFormed(),
        )
      }),
      { numRuns: 8 },
    )
  })
})
