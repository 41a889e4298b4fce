import { type Difference, plain, shown } from '../domain/first-difference.ts'
import type { AllVerified, Differs, Reproduced, ScoreVerdict } from './verify-score.ts'

/** Exit codes by outcome. 2 is also the code of a wrong option. */
export const EXIT_CODES: Record<ScoreVerdict['outcome'] | 'cannot-be-checked', number> = {
  reproduced: 0,
  'all-reproduced': 0,
  differs: 1,
  'some-differ': 1,
  'unknown-id': 2,
  'other-methodology': 3,
  'cannot-be-checked': 4,
}

/** The outcome of a check as text. */
export function renderVerdict(verdict: ScoreVerdict): string {
  switch (verdict.outcome) {
    case 'reproduced':
      return reproduced(verdict)
    case 'differs':
      return [
        `differs: ${plain(verdict.id)}, methodology ${plain(verdict.methodology)}, snapshot ${plain(verdict.snapshot)}`,
        `  ${differenceLine(verdict.difference)}`,
        ...hintsOf(verdict),
      ].join('\n')
    case 'all-reproduced':
    case 'some-differ':
      return all(verdict)
    case 'other-methodology':
      return otherMethodology(plain(verdict.published), verdict.here)
    case 'unknown-id': {
      const near = verdict.nearest.map(plain).join(', ')
      return `unknown: no protocol is published under the id ${shown(verdict.id)}.${near ? ` Did you mean: ${near}?` : ''}`
    }
  }
}

function reproduced(verdict: Reproduced): string {
  const { id, composite, level, methodology, snapshot, signals, readings, sources } = verdict
  const score = composite === null ? 'Insufficient Data' : `${composite.toFixed(1)} ${level}`
  return `reproduced: ${plain(id)} ${score}, methodology ${plain(methodology)}, snapshot ${plain(snapshot)}, ${count(signals, 'signal')}, ${count(readings, 'reading')} from ${count(sources.length, 'source')}`
}

function all(verdict: AllVerified): string {
  const { protocols, reproduced: good, otherDocuments: other, differences } = verdict
  const isGood = verdict.outcome === 'all-reproduced'
  const others =
    other.count > 0 ? ` and ${other.reproduced} of ${count(other.count, 'other document')}` : ''
  const lines = [
    `${isGood ? 'reproduced' : 'differs'}: ${good.toLocaleString('en')} of ${count(protocols, 'protocol')}${others}, methodology ${plain(verdict.methodology)}, snapshot ${plain(verdict.snapshot)}`,
    ...differences.map(({ name, difference }) => `  ${plain(name)}: ${differenceLine(difference)}`),
  ]
  const missed = protocols + other.count - good - other.reproduced - differences.length
  if (missed > 0) lines.push(`  and ${missed} more`)
  if (isGood && verdict.isSameSnapshotId) {
    lines.push('  The id of the snapshot, a hash over all readings and scores, comes out the same.')
  }
  return [...lines, ...(isGood ? [] : hintsOf(verdict))].join('\n')
}

function differenceLine({ path, published, rebuilt }: Difference): string {
  return `${path === '' ? 'the whole' : path}: published ${shown(published)}, rebuilt ${shown(rebuilt)}`
}

function hintsOf({ isKnownCode, readLater, methodology }: Differs | AllVerified): string[] {
  const hints: string[] = []
  if (readLater.length > 0) {
    hints.push(
      `  The store has read ${readLater.join(', ')} again after this snapshot, so some of its readings are gone.`,
    )
  }
  hints.push(
    isKnownCode
      ? '  This checkout is the same code that published it.'
      : `  This checkout also has methodology ${plain(methodology)}, but it may not be the code that published it. Check out the commit of that day before you report a wrong score.`,
  )
  return hints
}

function otherMethodology(published: string, here: string): string {
  const search = `"version": "${published.replace(/[^\w.-]/g, '')}"`
  return [
    `other methodology: it was published under ${published}, and this checkout has ${here}. Nothing was compared.`,
    `  Check out a version that has ${published}; this finds where it came and went: git log -S'${search}' -- data/methodology.json`,
  ].join('\n')
}

function count(n: number, word: string): string {
  return `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`
}
