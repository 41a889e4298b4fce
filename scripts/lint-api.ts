import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import packageJson from '../package.json' with { type: 'json' }
import { breaks, type DescriptionChange } from '../src/api/openapi/breaks.ts'
import { openApiDocuments } from '../src/api/openapi/create-openapi.ts'
import { DEPRECATIONS } from '../src/contract/deprecations.ts'
import { runCommand } from './command/terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** The OpenAPI 3.1 document of the last release. */
const RELEASED = 'src/api/openapi/released.json.gz'
const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js'
const SPECTRAL = 'node_modules/@stoplight/spectral-cli/dist/index.js'

const HELP = `Lint the OpenAPI documents: npm run lint:api -- [options]

  --dir DIR   lint openapi.json and openapi-3.1.json of this folder instead of what the code generates
  --accept    make the generated document the released one, with which later ones are compared
  --help      this text

Fails when Redocly or Spectral finds anything, or when a change breaks the document of the last
release, ${RELEASED}. New paths, fields, optional parameters and
codes of errors pass, and so does what is gone by an entry of src/contract/deprecations.json whose
day has come. Works offline.`

async function lint(dir: string, scratch: string): Promise<boolean> {
  const old = path.join(dir, 'openapi.json')
  const current = path.join(dir, 'openapi-3.1.json')
  const released = path.join(scratch, 'released.json')
  writeFileSync(released, gunzipSync(readFileSync(path.join(ROOT, RELEASED))))
  const outcomes = await Promise.all([
    runTool('Redocly, 3.0', REDOCLY, ['lint', old]),
    runTool('Redocly, 3.1', REDOCLY, ['lint', current]),
    runTool('Spectral', SPECTRAL, ['lint', '--fail-severity', 'warn', old, current]),
    compare(released, current),
  ])
  for (const { name, ok, output } of outcomes) {
    if (ok) console.log(`✓ ${name}`)
    else console.error(`✗ ${name}\n${output}`)
  }
  return outcomes.every(({ ok }) => ok)
}

/** The breaking changes since the last release, without those whose entry in `deprecations.json` is due. */
async function compare(released: string, current: string): Promise<ToolResult> {
  const name = 'Released contract'
  const report = `${current}.diff`
  const words = ['diff', released, current, '--fail-on=none', '--format=json', '-o', report]
  const { ok, output } = await runTool(name, REDOCLY, words)
  if (!ok) return { name, ok, output }
  const { changes }: { changes: DescriptionChange[] } = JSON.parse(readFileSync(report, 'utf8'))
  const found = breaks(changes, DEPRECATIONS, new Date().toISOString().slice(0, 10))
  const advice =
    'Mark it in src/contract/deprecations.json, and take it away when its day has come.'
  return { name, ok: found.length === 0, output: [...found, advice].join('\n') }
}

function accept(dir: string): void {
  const document = JSON.parse(readFileSync(path.join(dir, 'openapi-3.1.json'), 'utf8'))
  writeFileSync(path.join(ROOT, RELEASED), gzipSync(JSON.stringify(document), { level: 9 }))
}

interface ToolResult {
  name: string
  ok: boolean
  output: string
}

/** Runs a tool of this project under this Node. Its environment contains only what keeps it off the network. */
function runTool(name: string, bin: string, words: string[]): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const tool = spawn(process.execPath, [path.join(ROOT, bin), ...words], {
      cwd: ROOT,
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    let output = ''
    const collect = (part: Buffer) => {
      output += part.toString()
    }
    tool.stdout.on('data', collect)
    tool.stderr.on('data', collect)
    tool.on('error', reject)
    tool.on('close', (code) => resolve({ name, ok: code === 0, output }))
  })
}

await runCommand(
  HELP,
  {
    dir: { type: 'string' },
    accept: { type: 'boolean', default: false },
  },
  async (values) => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'plimsoll-openapi-'))
    try {
      for (const { path: name, body } of openApiDocuments(packageJson.version)) {
        writeFileSync(path.join(scratch, name), body)
      }
      if (values.accept) accept(scratch)
      else if (!(await lint(path.resolve(values.dir ?? scratch), scratch))) process.exitCode = 1
    } finally {
      rmSync(scratch, { recursive: true, force: true })
    }
  },
)
