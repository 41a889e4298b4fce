/**
 * Who may import whom: each folder has a row in the table, and arrows only point up it, towards `domain`. An allowance is a whole
 * folder; `src/pipeline.ts` belongs to the folder `src/pipeline`.
 */
const ROOMS = require('./scripts/import-table.json')

/** Tests and what only they use may import anything. */
const TESTS = '\\.test\\.ts$|/fixtures/|^src/testing/'

/** The folders within a folder that have a row of their own: the row of the outer folder does not speak of them. */
const innerRooms = (folder) => Object.keys(ROOMS).filter((room) => room.startsWith(`${folder}/`))

const only = ([folder, allowed]) => {
  const inner = innerRooms(folder).map((room) => `^${room}/`)
  const names = innerRooms(folder).map((room) => room.slice(folder.length + 1))
  return {
    name: `${folder}-imports`,
    severity: 'error',
    from: { path: `^${folder}(/|\\.ts$)`, pathNot: [TESTS, ...inner] },
    to: {
      path: '^(src|scripts|functions)/',
      pathNot: [
        inner.length === 0 ? `^${folder}/` : `^${folder}/(?!(${names.join('|')})/)`,
        ...allowed.map((name) => `^${name.slice(0, -1)}(/|\\.ts$)`),
      ],
    },
  }
}

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:' },
    },
    ...Object.entries(ROOMS).map(only),
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: { path: '^(src|functions)/', pathNot: TESTS },
      to: { path: '^src/testing/|/fixtures/' },
    },
    {
      name: 'sql-only-in-store',
      severity: 'error',
      from: {
        pathNot: '^src/store/|^src/state/sqlite/|^src/bulk/sqlite|^src/testing/',
      },
      to: { path: 'better-sqlite3' },
    },
    {
      name: 'http-only-in-ingest',
      severity: 'error',
      from: { pathNot: '^src/(ingest|chains)/' },
      to: { path: 'node_modules/(ky|p-queue)/' },
    },
    {
      name: 'one-door-to-viem',
      severity: 'error',
      from: {
        path: '^(src|functions)/',
        pathNot: `^src/(chains/evm/viem|account/viem|account/ethereum-message)\\.ts$|${TESTS}`,
      },
      to: { path: 'node_modules/viem/' },
    },
    {
      name: 'one-door-to-solana',
      severity: 'error',
      from: {
        path: '^(src|functions)/',
        pathNot: `^src/wallet/solana/(web3|sns)\\.ts$|${TESTS}`,
      },
      to: { path: 'node_modules/(@solana|@bonfida)/' },
    },
    {
      // What an EVM wallet has no use for is loaded only when a Solana address or name is asked for.
      name: 'solana-is-loaded-late',
      severity: 'error',
      from: { path: '^src/wallet/(?!solana)', pathNot: TESTS },
      to: { path: '^src/wallet/solana/(wallet|web3)\\.ts', dynamic: false },
    },
    {
      name: 'score-is-pure',
      severity: 'error',
      from: { path: '^src/(domain|score|export)/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'scripts-are-ends',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: '^scripts/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
