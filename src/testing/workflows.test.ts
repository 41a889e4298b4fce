import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from './scripts/run-script.ts'

interface Step {
  uses?: string
  run?: string
  with?: Record<string, string>
  env?: Record<string, string>
}

interface Workflow {
  on: Record<string, unknown>
  permissions: Record<string, string>
  jobs: Record<string, { if?: string; 'timeout-minutes': number; steps: Step[] }>
}

const names = globSync('.github/workflows/*.yml', { cwd: ROOT }).sort()
const textOf = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
const workflow = (name: string): Workflow => parse(textOf(name))
const stepsOf = (name: string) => Object.values(workflow(name).jobs).flatMap(({ steps }) => steps)

describe.each(names)('%s', (name) => {
  test('names every action by the hash of a commit, with its version', () => {
    const used = [...textOf(name).matchAll(/uses: (.*)$/gm)].map(([, action]) => action)
    expect(used.length).toBe(stepsOf(name).filter(({ uses }) => uses).length)
    for (const action of used) {
      expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    }
  })

  test('says what it may do, ends in time and leaves no token in the checkout', () => {
    expect(workflow(name).permissions).toMatchObject({ contents: expect.any(String) })
    for (const job of Object.values(workflow(name).jobs)) {
      expect(job['timeout-minutes']).toBeLessThanOrEqual(90)
    }
    for (const { uses, with: words } of stepsOf(name)) {
      if (uses?.startsWith('actions/checkout@')) {
        expect(words).toMatchObject({ 'persist-credentials': false })
      }
    }
  })

  test('has lines that a shell reads, and puts no text from outside into them', () => {
    for (const { run } of stepsOf(name)) {
      if (run === undefined) continue
      expect(run).not.toMatch(/\$\{\{/)
      expect(spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' }).stderr).toBe('')
    }
  })
})

test('the refresh passes on what the guide has for a build, and the nodes of all chains', () => {
  const guide = readFileSync(path.join(ROOT, 'src/content/guides/deploy-to-netlify.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| (`[A-Z].*?) +\| ([\w ,`-]*\bbuild\b[\w ,]*?) +\|/gm)]
  const names = rows.flatMap(([, first = '']) => first.match(/[A-Z_]{4,}/g) ?? [])
  expect(names).toEqual(expect.arrayContaining(['PLIMSOLL_REFRESH_DAYS', 'GITHUB_TOKEN']))
  const nodes = readFileSync(path.join(ROOT, '.env.example'), 'utf8').match(/^WALLET_RPC_\w+/gm)
  const build = stepsOf('.github/workflows/refresh.yml').find(({ run }) =>
    /build:netlify/.test(run ?? ''),
  )
  expect(Object.keys(build?.env ?? {}).sort()).toEqual(
    [...new Set([...names, ...(nodes ?? [])])].sort(),
  )
})

test('a release is made of a tag, where a variable of the repository asks for it', () => {
  const { on, jobs } = workflow('.github/workflows/release.yml')
  expect(on).toEqual({ push: { tags: ['v*'] } })
  for (const job of Object.values(jobs)) expect(job.if).toBe("vars.PLIMSOLL_RELEASE != ''")
})
