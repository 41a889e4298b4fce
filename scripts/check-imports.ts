import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import importTable from './import-table.json' with { type: 'json' }

/** A check that saw hardly any module checked nothing: this has happened with a compiler it does not know. */
const MINIMUM_MODULES = 80

const ROOT = path.resolve(import.meta.dirname, '..')

/** Folders with a table of their own for each folder in them. */
const SPLIT = ['src', 'src/api', 'src/wallet', 'src/wallet/evm']

interface Report {
  summary: {
    totalCruised: number
    violations: { rule: { name: string }; from: string; to: string }[]
  }
}

const ROOMS: Record<string, string[]> = importTable

function cruise(): Report {
  const bin = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const folders = ['src', 'scripts', 'functions']
  const words = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
  const text = execFileSync(process.execPath, [bin, ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  return JSON.parse(text)
}

/** Folders that the table does not know. Files directly in a split folder need a row of that folder, but for those in `src`. */
function foldersWithoutRule(): string[] {
  return SPLIT.flatMap((parent) => {
    const entries = readdirSync(path.join(ROOT, parent), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory())
    const hasFiles = parent !== 'src' && entries.some((entry) => entry.isFile())
    return [
      ...folders.map(({ name }) => `${parent}/${name}`).filter((each) => !SPLIT.includes(each)),
      ...(hasFiles ? [parent] : []),
    ]
  }).filter((folder) => !ROOMS[folder])
}

/** Rows of the table that allow an import of a folder in a later row. */
function arrowsDown(): string[] {
  const rooms = Object.keys(ROOMS)
  return Object.entries(ROOMS).flatMap(([room, allowed], row) =>
    allowed
      .filter((to) => room !== 'src/testing' && rooms.indexOf(roomOf(rooms, to)) > row)
      .map((to) => `${room} → ${to}`),
  )
}

/** Pairs of top-level folders that the table lets import each other: the picture that a reader of the tree sees has no such pair. */
function mutualFolders(): string[] {
  const arrows = new Set(
    Object.entries(ROOMS)
      .filter(([room]) => room !== 'src/testing')
      .flatMap(([room, allowed]) => allowed.map((to) => `${topOf(room)} ${topOf(to)}`)),
  )
  return [...arrows].filter((arrow) => {
    const [from, to] = arrow.split(' ')
    return from !== to && arrows.has(`${to} ${from}`)
  })
}

/** `src/wallet` of `src/wallet/evm/`, and `scripts` of `scripts`. */
const topOf = (folder: string) => folder.split('/').filter(Boolean).slice(0, 2).join('/')

/** Allowances of one file in another folder. */
const singleFiles = () =>
  Object.entries(ROOMS).flatMap(([room, allowed]) =>
    allowed.filter((to) => !to.endsWith('/')).map((to) => `${room} → ${to}`),
  )

/** The row that speaks of a path: the longest name that the path begins with. */
function roomOf(rooms: readonly string[], to: string): string {
  const found = rooms.filter((room) => to.startsWith(`${room}/`))
  return found.reduce((longest, room) => (room.length > longest.length ? room : longest), '')
}

/** Imports of `.astro` files, which the cruiser does not read. */
function astroViolations(): { files: number; found: string[] } {
  const names = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.astro')).map((name) => `src/${name}`)
  const found = files.flatMap((file) => {
    const room = Object.keys(ROOMS).find((folder) => file.startsWith(`${folder}/`))
    if (!room) return [`${file} is in a folder without a rule`]
    return importsOf(file)
      .filter((to) => ![`${room}/`, ...(ROOMS[room] ?? [])].some((name) => to.startsWith(name)))
      .map((to) => `${room}-imports: ${file} → ${to}`)
  })
  return { files: files.length, found }
}

/** Files of the project that a component imports, below the root. */
function importsOf(file: string): string[] {
  const code = readFileSync(path.join(ROOT, file), 'utf8').match(/^---\n([\s\S]*?)\n---/)?.[1]
  return ts
    .preProcessFile(code ?? '')
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => path.posix.join(path.posix.dirname(file), name))
    .filter((name) => /^(src|scripts|functions)\//.test(name))
}

const { summary } = cruise()
const astro = astroViolations()
const faults = [
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...astro.found,
  ...foldersWithoutRule().map((folder) => `${folder} has no row in scripts/import-table.json`),
  ...arrowsDown().map((arrow) => `The table allows ${arrow}, which points down.`),
  ...mutualFolders().map((pair) => `The table lets two folders import each other: ${pair}`),
  ...singleFiles().map((row) => `${row} is not a folder: an allowance is a whole folder.`),
]
const seen = summary.totalCruised + astro.files
if (summary.totalCruised < MINIMUM_MODULES) {
  faults.push(`Only ${seen} modules were seen; at least ${MINIMUM_MODULES} are expected.`)
}
for (const fault of faults) console.error(`✗ ${fault}`)
if (faults.length > 0) process.exit(1)
console.log(`✓ ${seen} modules import only what they may`)
