import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  environmentOf,
  inStage,
  runDockerfile,
  type Stage,
} from '../src/testing/container/run-dockerfile.ts'
import { runCommand } from './command/terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PORT = '18889'
const BUILT = 'var/lib/plimsoll-build'

const HELP = `Try the images of the Dockerfile: npm run check:container

Runs the very steps of the Dockerfile, each stage in a folder of its own, takes the sample with the one that builds and asks the
one that serves. Needs the network for packages, Git and no Docker. Where a Docker daemon answers, it builds both images too.

  --packages DIR   node_modules that npm ci --omit=dev has made on the same disk: they are not installed again
  --help           this text`

await runCommand(HELP, { packages: { type: 'string' } }, async ({ packages }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-container-'))
  try {
    const text = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
    const installed = packages === undefined ? null : path.resolve(packages)
    const options = { context: ROOT, folder, packages: installed, log: console.log }
    const stages = await runDockerfile(text, options)
    const [serve, refresh] = [stageOf(stages, 'serve'), stageOf(stages, 'refresh')]
    buildSample(refresh)
    // The volume that both containers mount.
    symlinkSync(path.join(refresh.root, BUILT), path.join(serve.root, BUILT))
    await askServer(serve, folder)
    buildImages()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function stageOf(stages: Map<string, Stage>, name: string): Stage {
  const stage = stages.get(name)
  if (!stage) throw new Error(`The Dockerfile has no stage ${name}.`)
  return stage
}

/** One turn of the loop that the image runs, on the bundled sample. */
function buildSample(refresh: Stage): void {
  const loop = inStage(refresh, refresh.command[2] ?? '')
  const once = loop
    .replace('snapshot', 'snapshot -- --source seed')
    .replace('sleep', 'exit $?; sleep')
  execFileSync('sh', ['-c', once], { cwd: refresh.workdir, env: environmentOf(refresh) })
  console.log('✓ the image that builds made the site of the sample')
}

async function askServer(serve: Stage, folder: string): Promise<void> {
  const started = path.join(folder, 'started')
  writeFileSync(started, '')
  const env = { ...environmentOf(serve), HOST: '127.0.0.1', PORT }
  const options = { cwd: serve.workdir, env }
  const [program = '', ...words] = serve.command
  const server = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    for await (const line of server.stdout) if (String(line).includes('ready at')) break
    const [probe = '', ...rest] = serve.healthcheck
    execFileSync(probe, rest, options)
    const health = spawnSync(probe, rest, { ...options, env: { ...env, PORT: '9' } })
    expect(health.status !== 0, 'the health check fails where nothing answers')
    const response = await fetch(`http://127.0.0.1:${PORT}/v1/protocols/aave-v3`)
    expect(response.status === 200, 'the image that serves answers')
    const admin = ['--import', './scripts/node-version.mjs', 'scripts/admin.ts', 'keys', 'list']
    execFileSync('node', admin, options)
    // compose.yaml makes its root read-only.
    const written = execFileSync('find', [serve.root, '-newer', started, '-type', 'f']).toString()
    const outside = written.split('\n').filter((file) => file && !file.includes('/var/lib/'))
    expect(outside.length === 0, `it writes nothing but its volume ${outside.join(', ')}`)
  } finally {
    server.kill('SIGKILL')
  }
}

function expect(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(`Not so: ${sentence}`)
  console.log(`✓ ${sentence}`)
}

function buildImages(): void {
  if (spawnSync('docker', ['info']).status !== 0) {
    console.log('– no Docker daemon answers: no image was built')
    return
  }
  for (const target of ['serve', 'refresh']) {
    execFileSync('docker', ['build', '--target', target, ROOT], { stdio: 'inherit' })
    console.log(`✓ image ${target} is built`)
  }
}
