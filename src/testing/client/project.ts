import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { issueKeys, startNodeHost } from '../api/node-target.ts'
import { publishedSeedWithTables } from '../published/published-seed.ts'

interface Ran {
  code: number | null
  /** What it printed, errors included. */
  text: string
}

/** A user's own project, and the service that it asks. */
export interface Project {
  baseUrl: string
  /** Runs a program in the folder of the project, without blocking the service. */
  run: (program: string, words: string[]) => Promise<Ran>
  /** Runs a line of a shell there; null where its program is not installed. */
  typed: (line: string) => Promise<Ran | null>
  stop: () => Promise<void>
}

/** Serves the sample from `dist` in a folder, and makes an empty `project` beside it. */
export async function startProject(folder: string): Promise<Project> {
  const distDir = path.join(folder, 'dist')
  // A copy: tests put packages beside it.
  cpSync(await publishedSeedWithTables(), distDir, { recursive: true })
  const host = await startNodeHost({ distDir })
  const { free: key } = await issueKeys(host.state)
  const cwd = path.join(folder, 'project')
  mkdirSync(cwd)
  writeFileSync(path.join(cwd, 'package.json'), '{ "private": true, "type": "module" }')
  const env = { PATH: process.env.PATH, PLIMSOLL_URL: host.baseUrl, PLIMSOLL_API_KEY: key }
  const run: Project['run'] = (program, words) => {
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
    }
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, text }))
    })
  }
  const typed: Project['typed'] = async (line) => {
    const ran = await run('sh', ['-c', line])
    return ran.code === 127 ? null : ran
  }
  return { baseUrl: host.baseUrl, run, typed, stop: host.stop }
}
