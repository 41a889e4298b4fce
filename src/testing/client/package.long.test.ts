import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { PACKAGES_FOLDER, packageAddress, packageNames } from '../../contract/package-names.ts'
import { protocolSnippets, type Snippet, screenerSnippets } from '../../site/snippets.ts'
import { ROOT, runScript } from '../scripts/run-script.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type Project, startProject } from './project.ts'
import { findPython } from './python.ts'
import { runFormula } from './run-formula.ts'

const folder = temporaryFolder()
/** Another project: nothing but the tarball is installed in it. */
const project = path.join(folder, 'project')
const names = packageNames(packageFile.version)
/** npm and pip find nothing but what is at the address that they are given. */
const NO_REGISTRY = ['--registry=http://127.0.0.1:9/', `--cache=${folder}/npm-cache`]
const HIDE = path.join(ROOT, 'scripts/fixtures/without-dev-packages.mjs')
const bin = (name: string) => path.join(ROOT, 'node_modules', name)
let world: Project
let tarball: string

beforeAll(async () => {
  world = await startProject(folder)
  const served = path.join(folder, 'dist', PACKAGES_FOLDER)
  // As after `npm ci --omit=dev`: a build packs on every host.
  const packed = await runScript('pack-client', ['--out', served], {
    ...{ env: {}, nodeOptions: ['--import', HIDE] },
  })
  expect(packed).toMatchObject({ code: 0, stderr: '' })
  tarball = path.join(served, names.typescript)
  expect(packed.stdout.trim().split('\n')).toEqual([tarball, path.join(served, names.python)])
  // From the served site and nothing else.
  const words = ['install', '--no-audit', '--no-fund', ...NO_REGISTRY, address()]
  const { code, text } = await inProject('npm', words)
  expect(code, text).toBe(0)
}, 240_000)

afterAll(async () => {
  await world?.stop()
})

const inProject = (program: string, words: string[]) => world.run(program, words)

/** The address of the package on the served site. */
const address = () => packageAddress(world.baseUrl, 'typescript')

/** The query that the screener is asked with here. */
const SEARCH =
  '?chain=Base,Arbitrum&level=moderate,elevated&maxOracleRisk=6&status=active&sort=oracleRisk&order=asc&per_page=100'

const protocol = () =>
  protocolSnippets({ site: world.baseUrl, id: 'aave-v3' }, { printed: '', listed: true })
const screener = () => screenerSnippets(world.baseUrl, SEARCH)
const codeOf = (snippets: Snippet[], language: string) =>
  snippets.find(({ title }) => title === language)?.code ?? ''

/** The examples in TypeScript of the README and of the site, as they are written. */
function examples(): string[] {
  const text = readFileSync(path.join(project, 'node_modules/plimsoll/README.md'), 'utf8')
  const ofSite = [protocol(), screener()].map((snippets) => codeOf(snippets, 'TypeScript'))
  return [
    ...[...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code),
    ...ofSite,
  ]
}

function writeConfig(name: string, include: string[], options: Record<string, unknown>): string {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
    ...{ target: 'es2023', module: 'nodenext', moduleResolution: 'nodenext', ...options },
  }
  writeFileSync(path.join(project, name), JSON.stringify({ compilerOptions, include }))
  return name
}

describe('the package', () => {
  it('is named in the lock file by its address, with its hash', () => {
    const { packages } = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'))
    const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64')
    expect(packages['node_modules/plimsoll']).toMatchObject({
      resolved: address(),
      integrity: `sha512-${hash}`,
    })
  })

  it('has no dependency, the license and only what it needs', () => {
    const { stdout } = spawnSync('tar', ['tzf', tarball], { encoding: 'utf8' })
    const files = stdout.trim().split('\n')
    expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md']))
    expect(
      files.filter((name) => !/^package\/(dist\/.+\.(js|d\.ts)|\w+(\.\w+)?)$/.test(name)),
    ).toEqual([])
    expect(files.filter((name) => /test|fixture/.test(name))).toEqual([])
    const listed = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'))
    expect(Object.keys(listed.packages)).toEqual(['', 'node_modules/plimsoll'])
  })

  it('is clean for publint and for arethetypeswrong', () => {
    const check = (words: string[]) =>
      spawnSync(process.execPath, words, { encoding: 'utf8', cwd: folder })
    const lint = check([bin('publint/src/cli.js'), 'run', tarball, '--strict'])
    expect(lint.stdout).toContain('All good!')
    const types = check([
      bin('@arethetypeswrong/cli/dist/index.js'),
      ...['--profile', 'esm-only', '--format', 'json', tarball],
    ])
    expect(types.status, types.stdout + types.stderr).toBe(0)
    expect(JSON.parse(types.stdout).analysis.types).toEqual({ kind: 'included' })
  }, 60_000)

  it('compiles in a strict project, in Node and without any types of Node', async () => {
    for (const [at, code] of examples().entries()) {
      writeFileSync(path.join(project, `example-${at}.ts`), `${code}\nexport {}\n`)
    }
    const plain = `
      import { createClient, PlimsollError, type ProtocolDetail } from 'plimsoll'
      const client = createClient({ baseUrl: 'https://risk.example', fetch })
      export const score = async (id: string): Promise<number | null> => {
        const detail: ProtocolDetail = await client.protocols.get(id)
        for await (const row of client.protocols.all({ chain: ['Base'] })) row.tvlUsd?.toFixed(2)
        // @ts-expect-error: no such parameter
        await client.screener({ maxTvlUsd: 1 })
        // @ts-expect-error: may be null
        detail.composite.toFixed(1)
        const codes: PlimsollError['code'][] = ['NETWORK', 'FORBIDDEN']
        return codes.length > 0 ? detail.composite : null
      }`
    writeFileSync(path.join(project, 'plain.ts'), plain)
    const tsc = bin('typescript/bin/tsc')
    const types = { types: ['node'], typeRoots: [bin('@types')] }
    const bundler = { module: 'esnext', moduleResolution: 'bundler' }
    const browser = { ...bundler, types: [], lib: ['es2023', 'dom', 'dom.asynciterable'] }
    for (const config of [
      writeConfig('node.json', ['*.ts'], types),
      writeConfig('browser.json', ['plain.ts'], browser),
    ]) {
      const { code, text } = await inProject(process.execPath, [tsc, '-p', config])
      expect(text).toBe('')
      expect(code).toBe(0)
    }
  }, 120_000)

  it('runs every example of its README as it is written', async () => {
    const found = examples()
    expect(found.length).toBeGreaterThanOrEqual(5)
    const printed: string[] = []
    for (const [at, code] of found.entries()) {
      writeFileSync(path.join(project, `example-${at}.ts`), code)
      const { code: exit, text } = await inProject(process.execPath, [`example-${at}.ts`])
      expect(exit, `${code}\n${text}`).toBe(0)
      printed.push(text)
    }
    const text = printed.join('')
    expect(text).toMatch(/^Aave V3 \d\.?\d? (very-low|low|moderate|elevated|high)$/m)
    expect(text).toMatch(/^\d+ lending protocols; the largest is \w+/m)
    expect(text).toMatch(/^\d+ protocols have no score$/m)
    expect(text).toMatch(/^Did you mean \[.*'aave-v3'/m)
    expect(text).toMatch(/^\d+ protocols, mean risk \d/m)
  }, 120_000)

  it('has the command line of its README', async () => {
    const readme = readFileSync(path.join(project, 'node_modules/plimsoll/README.md'), 'utf8')
    const commands = [...readme.matchAll(/^npx --yes --package=\S+ plimsoll (.+)$/gm)].map(
      ([, words = '']) => words,
    )
    expect(commands).toContain('--help')
    for (const words of commands) {
      const start = ['--yes', ...NO_REGISTRY, `--package=${address()}`, 'plimsoll']
      const run = await inProject('npx', [...start, ...words.split(' ')])
      expect(run.code, run.text).toBe(0)
      expect(run.text).toMatch(words === '--help' ? /Usage: plimsoll/ : /aave-v3/)
    }
  }, 60_000)
})

describe('the examples of the site', () => {
  /** What the API answers, which the examples must give too. */
  async function answered<T>(path: string): Promise<T> {
    return ((await (await fetch(world.baseUrl + path)).json()) as { data: T }).data
  }
  type Row = { id: string; compositeScore: number; riskLevel: string }

  it('run in a shell', async () => {
    for (const snippets of [protocol(), screener()]) {
      const { code, text } = await inProject('sh', ['-c', codeOf(snippets, 'curl')])
      expect(code, text).toBe(0)
      expect(JSON.parse(text)).toMatchObject({ success: true })
    }
  })

  it('run in Python', async ({ skip }) => {
    const python = findPython(project)
    if (python === null)
      return skip('There is no python3 here: the examples in Python were not run.')
    const printed = async (snippets: Snippet[]) => {
      writeFileSync(path.join(project, 'example.py'), codeOf(snippets, 'Python'))
      const { code, text } = await inProject(python, ['example.py'])
      expect(code, text).toBe(0)
      return text
    }
    const { composite, riskLevel } = await answered<{ composite: number; riskLevel: string }>(
      '/v1/protocols/aave-v3',
    )
    expect(await printed(protocol())).toMatch(new RegExp(`${composite}(\\.0)? +${riskLevel}`))
    const [first] = await answered<Row[]>(`/v1/screener${SEARCH}`)
    expect(await printed(screener())).toContain(first?.id)
  }, 60_000)

  it('give a spreadsheet the score of the protocol, and the rows of the query', async () => {
    const { name, composite, riskLevel } =
      await answered<Record<string, unknown>>('/v1/protocols/aave-v3')
    expect(await runFormula(codeOf(protocol(), 'Spreadsheet'))).toEqual([
      [name, String(composite), riskLevel],
    ])
    const rows = await answered<Row[]>(`/v1/screener${SEARCH}`)
    const found = await runFormula(codeOf(screener(), 'Spreadsheet'))
    expect(rows.length).toBeGreaterThan(10)
    expect(found.map(([id]) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  })
})

describe('the command that packs', () => {
  it('has help, and names a wrong option', async () => {
    const help = await runScript('pack-client', ['--help'], { env: {} })
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--out DIR') })
    const wrong = await runScript('pack-client', ['--output', 'x'], { env: {} })
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
  })
})
