import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packPython } from '../../../scripts/packages/pack-python.ts'
import { PACKAGES_FOLDER, packageAddress } from '../../contract/package-names.ts'
import { ROOT } from '../scripts/run-script.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type Project, startProject } from './project.ts'
import { findPython } from './python.ts'

const folder = temporaryFolder()
const project = path.join(folder, 'project')
let world: Project

/** Ends a test whose program is not installed: in CI it fails. */
function without(program: string, skip: (note: string) => never): never {
  if (process.env.CI === 'true') throw new Error(`CI needs ${program}.`)
  return skip(`${program} is not installed here.`)
}

beforeAll(async () => {
  world = await startProject(folder)
  packPython(path.join(folder, 'dist', PACKAGES_FOLDER))
}, 120_000)

afterAll(async () => {
  await world?.stop()
})

describe('the Python module', () => {
  it('is installed from the served site, and runs every example of its README', async ({
    skip,
  }) => {
    const system = findPython(project)
    if (system === null) return without('Python', skip)
    const python = path.join(folder, 'venv/bin/python')
    const pip = ['-m', 'pip', 'install', '--no-index', '--no-cache-dir']
    for (const [program, words] of [
      [system, ['-m', 'venv', '--system-site-packages', path.join(folder, 'venv')]],
      [python, [...pip, '--disable-pip-version-check', packageAddress(world.baseUrl, 'python')]],
      [python, ['-m', 'pip', 'show', '--files', 'plimsoll']],
    ] as const) {
      const { code, text } = await world.run(program, [...words])
      expect(code, text).toBe(0)
    }
    const readme = readFileSync(path.join(ROOT, 'src/python/README.md'), 'utf8')
    const found = [...readme.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
    const printed = []
    for (const example of found) {
      const run = await world.run(python, ['-c', example])
      expect(run.code, run.text).toBe(0)
      printed.push(run.text)
    }
    expect(printed).toHaveLength(4)
    expect(printed.join('')).toMatch(/^Aave V3 \d\.?\d? (very-low|low|moderate|elevated|high)$/m)
    expect(printed.join('')).toMatch(/^PROTOCOL_NOT_FOUND \{'suggestions': \[.*'aave-v3'/m)
  }, 120_000)
})

describe('the types of the Python module', () => {
  it('are those of the responses, for a strict checker', async ({ skip }) => {
    const python = path.join(folder, 'venv/bin/python')
    if (!existsSync(python)) return without('the Python module', skip)
    // A comment that ignores no error is itself an error: were the type not known, there would be none.
    const code = `from typing import Optional
import plimsoll

client = plimsoll.Client("https://risk.example")
score: Optional[float] = client.protocol("aave-v3")["composite"]
ids = [row["id"].upper() for row in client.protocols(chain=["Base"])]
level: int = client.protocol("aave-v3")["riskLevel"]  # type: ignore[assignment]
client.stats()["nothing"]  # type: ignore[typeddict-item]
`
    // A folder of its own: another may have a file in the place of pandas.
    mkdirSync(path.join(project, 'typed'))
    writeFileSync(path.join(project, 'typed/typed.py'), code)
    const words = `--strict --no-warn-return-any --ignore-missing-imports -p plimsoll -m typed`
    const run = await world.typed(`cd typed && mypy --python-executable ${python} ${words}`)
    if (run === null) return without('mypy', skip)
    expect(run.text).toMatch(/^Success: no issues found in 3 source files$/m)
  }, 120_000)
})

describe('the examples in other languages', () => {
  const guide = readFileSync(path.join(ROOT, 'src/content/guides/install-a-client.md'), 'utf8')
  const block = (language: string) =>
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? ''
  it('the one in Go is formatted, vetted and prints a score', async ({ skip }) => {
    mkdirSync(path.join(project, 'go'))
    writeFileSync(path.join(project, 'go/main.go'), block('go'))
    const line =
      'cd go && HOME=$PWD && export HOME && gofmt -d main.go && go vet main.go && go run main.go'
    const run = await world.typed(line)
    if (run === null) return without('Go', skip)
    expect(run.text).toMatch(/^Aave V3 \d\.?\d? (very-low|low|moderate|elevated|high)\n$/)
  }, 240_000)

  it('the one in Rust compiles without a warning and prints the document', async ({ skip }) => {
    writeFileSync(path.join(project, 'main.rs'), block('rust'))
    const run = await world.typed(
      'rustc --edition 2021 -D warnings -o rust-example main.rs && ./rust-example',
    )
    if (run === null) return without('Rust', skip)
    expect(JSON.parse(run.text)).toMatchObject({ success: true, data: { id: 'aave-v3' } })
  }, 240_000)
})
