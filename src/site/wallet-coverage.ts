import measured from '../../data/wallet/coverage.json' with { type: 'json' }

/**
 * What a wallet scan finds at the largest protocols, as `npm run coverage` measured it. TVL of those that are left out is in millions of
 * US dollars; `at` is null for a gap of every protocol.
 */
export const WALLET_COVERAGE = measured

export const COVERAGE_RESULTS: Record<string, string> = {
  found: 'Found',
  part: 'In part',
  not: 'Not',
}

/** The files that show what is read, with the kinds and at how many of the protocols. */
export function testsOf(
  protocols: (typeof WALLET_COVERAGE)['protocols'],
): { file: string; kinds: string; protocols: number }[] {
  const shown = protocols.flatMap(({ slug, read }) =>
    read.flatMap(({ kind, tests }) => tests.split(' ').map((file) => ({ file, kind, slug }))),
  )
  return [...Map.groupBy(shown, ({ file }) => file)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, of]) => ({
      file,
      kinds: [...new Set(of.map(({ kind }) => kind))].join(', '),
      protocols: new Set(of.map(({ slug }) => slug)).size,
    }))
}
