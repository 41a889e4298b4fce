import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Copy, From, Instruction } from 'dockerfile-ast'

/** Absolute paths of an image that its steps name; in a stage they are below its root. */
const IMAGE_PATH = /(?<![\w.])\/(?:app|var\/lib)\b/g

/** Steps that need root or another machine's packages; what they prepare is there already. */
const SHIMS = ['apt-get', 'chown']

export interface Stage {
  /** The folder in place of `/`. */
  root: string
  workdir: string
  env: Record<string, string>
  command: string[]
  healthcheck: string[]
}

interface Run {
  context: string
  folder: string
  /** What `npm ci --omit=dev` made elsewhere, which is linked in its place once npm has said that it could run. */
  packages: string | null
  log: (line: string) => void
}

/** Runs the steps of a Dockerfile in folders below `folder`, a folder for each stage in place of an image; the stages by their names. */
export async function runDockerfile(
  text: string,
  { context, folder, packages, log }: Run,
): Promise<Map<string, Stage>> {
  // A package for development, which nothing but the run itself needs.
  const { DockerfileParser } = await import('dockerfile-ast')
  const stages = new Map<string, Stage>()
  const shims = makeShims(folder, packages)
  let stage: Stage | undefined
  for (const step of DockerfileParser.parse(text).getInstructions()) {
    log(step.toString())
    if (step.getKeyword() === 'FROM') stage = begin(step as From, stages, folder)
    else if (stage) await runStep(step, stage, { stages, context, shims })
  }
  return stages
}

/** A text of a step with its absolute paths below the root of a stage. */
export function inStage(stage: Stage, text: string): string {
  return text.replace(IMAGE_PATH, (match) => stage.root + match)
}

/** What a container of a stage sees: nothing of this machine but the path. */
export function environmentOf({ env }: Stage): Record<string, string | undefined> {
  return { PATH: process.env.PATH, ...env }
}

function begin(step: From, stages: Map<string, Stage>, folder: string): Stage {
  const name = step.getBuildStage() ?? 'last'
  const root = path.join(folder, name)
  const base = stages.get(step.getImage() ?? '')
  if (base) copy(base.root, root)
  else mkdirSync(root, { recursive: true })
  const workdir = base ? base.workdir.replace(base.root, root) : root
  const stage = { root, workdir, env: { ...base?.env }, command: [], healthcheck: [] }
  stages.set(name, stage)
  return stage
}

interface World {
  stages: Map<string, Stage>
  context: string
  shims: string
}

async function runStep(step: Instruction, stage: Stage, world: World): Promise<void> {
  const text = step.getArgumentsContent() ?? ''
  switch (step.getKeyword()) {
    case 'WORKDIR':
      stage.workdir = stage.root + text
      mkdirSync(stage.workdir, { recursive: true })
      return
    case 'ENV':
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) {
        stage.env[name] = inStage(stage, value)
      }
      return
    case 'COPY':
      return runCopy(step as Copy, stage, world)
    case 'RUN':
      await promisify(execFile)('sh', ['-c', inStage(stage, text)], {
        cwd: stage.workdir,
        env: { ...process.env, PATH: `${world.shims}:${process.env.PATH}`, ...stage.env },
        maxBuffer: 16_000_000,
      })
      return
    case 'CMD':
      stage.command = JSON.parse(text)
      return
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(text.slice(text.indexOf('[')))
      return
    case 'EXPOSE':
    case 'USER':
      return
    default:
      throw new Error(`${step.getKeyword()} is a step that this does not know.`)
  }
}

function runCopy(step: Copy, stage: Stage, { stages, context }: World): void {
  const words = step.getArguments().map((argument) => argument.getValue())
  const target = path.resolve(stage.workdir, words.at(-1) ?? '')
  const from = step.getFromFlag()?.getValue()
  const other = from === undefined || from === null ? undefined : stages.get(from)
  for (const word of words.slice(0, -1)) {
    if (other) copy(inStage(other, word), target)
    else copyContext(context, word, target)
  }
}

/** As an image builder does: a file into a folder, the content of a folder into the other. */
function copyContext(context: string, word: string, target: string): void {
  const list = (...options: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...options, '--', word], { cwd: context })
      .toString()
      .split('\0')
      .filter(Boolean)
  const left = new Set(list('--cached', '--ignored', '--exclude-from=.dockerignore'))
  for (const file of list('--cached').filter((each) => !left.has(each))) {
    const within = file === word ? path.basename(file) : path.relative(word, file)
    cpSync(path.join(context, file), path.join(target, within))
  }
}

/** With hard links: a folder of packages has hundreds of megabytes. */
function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true })
  execFileSync('cp', ['-al', from, to])
}

function makeShims(folder: string, packages: string | null): string {
  const shims = path.join(folder, 'shims')
  mkdirSync(shims, { recursive: true })
  const texts = SHIMS.map((name) => [name, ''])
  if (packages !== null) texts.push(['npm', linkPackages(packages)])
  for (const [name = '', text = ''] of texts) {
    const file = path.join(shims, name)
    writeFileSync(file, `#!/bin/sh\n${text}`)
    chmodSync(file, 0o755)
  }
  return shims
}

/** In place of npm. Throws when these packages are more than those for use. */
function linkPackages(packages: string): string {
  const lock = readFileSync(path.join(packages, '.package-lock.json'), 'utf8')
  if (lock.includes('"dev": true')) throw new Error(`${packages} has packages for development.`)
  return `PATH="\${PATH#*:}"
[ "$*" = 'ci --omit=dev' ] || exec npm "$@"
npm ci --omit=dev --dry-run && cp -al '${packages}' node_modules || exit
# npm writes into this one.
cp --remove-destination '${packages}/.package-lock.json' node_modules
`
}
