/** Who may import whom. Arrows point toward `domain`; the table repeats the one in CONTRIBUTING.md. */
const only = (folder, allowed) => ({
  name: `${folder}-imports`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: '\\.test\\.ts$|/fixtures/' },
  to: {
    path: '^(src|scripts|functions)/',
    pathNot: [`^src/${folder}/`, ...allowed.map((name) => `^src/${name}`)],
  },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:' },
    },
    only('domain', []),
    only('contract', ['domain/']),
    only('ingest', ['domain/', 'errors.ts', 'config.ts']),
    only('store', ['domain/', 'errors.ts']),
    only('score', ['domain/']),
    only('export', ['domain/', 'contract/', 'errors.ts']),
    only('stages', [
      'domain/',
      'contract/',
      'errors.ts',
      'config.ts',
      'fingerprint.ts',
      'progress.ts',
      'pipeline.ts',
      'ingest/',
      'store/',
      'score/',
      'export/',
    ]),
    only('host', ['domain/', 'contract/', 'errors.ts', 'export/file-name.ts']),
    only('site', ['domain/', 'contract/', 'errors.ts', 'export/file-name.ts']),
    {
      name: 'sql-only-in-store',
      severity: 'error',
      from: { pathNot: '^src/store/' },
      to: { path: 'better-sqlite3' },
    },
    {
      name: 'http-only-in-ingest',
      severity: 'error',
      from: { pathNot: '^src/ingest/' },
      to: { path: 'node_modules/(ky|p-queue)/' },
    },
    {
      name: 'score-is-pure',
      severity: 'error',
      from: { path: '^src/(domain|score|export)/', pathNot: '\\.test\\.ts$|/fixtures/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'scripts-are-ends',
      severity: 'error',
      from: { path: '^src/' },
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
