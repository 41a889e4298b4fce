import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PlimsollError } from '../../domain/errors.ts'
import { type GitOptions, runGit } from './git-command.ts'
import type { AdapterChange } from './history.ts'
import { LOG_ARGUMENTS, LogParser, PROJECTS } from './log-parser.ts'

export interface GitHistory {
  /** Address of the repository: `https:`, `http:` or `file:`. */
  url: string
  /** Folder of the local copy; it is made when it does not exist. */
  folder: string
  program?: string
  limits?: GitLimits
}

interface GitLimits {
  /** Time for each command, in milliseconds. */
  timeoutMs: number
  /** Size of the local copy. */
  folderBytes: number
  /** Size of the output of `git log`. */
  logBytes: number
}

/** About ten times what the repository of 2026 needs: 20 seconds, 44 MB and 4 MB. */
const LIMITS: GitLimits = { timeoutMs: 300_000, folderBytes: 500_000_000, logBytes: 50_000_000 }

/** Others, such as `ext`, run programs. */
const PROTOCOLS = ['https', 'http', 'file']

/** Where the newest commit is kept: the default branch of the remote, also after it was renamed or moved back. */
const BRANCH = 'refs/heads/newest'

/**
 * Every change of an adapter in the public history, the newest first. Commits and folders are fetched, the contents of files are not;
 * later calls fetch only what is new. Throws `UPSTREAM_…` when git or the host fails, or a limit is exceeded.
 */
export async function readGitHistory(history: GitHistory): Promise<AdapterChange[]> {
  const { folder } = history
  if (existsSync(path.join(folder, 'HEAD'))) {
    try {
      await fetchInto(folder, history)
      return await readLog(history)
    } catch (error) {
      // Fetching does not repair a damaged copy, so it is made anew. When the host is down, that fails too and the copy stays.
      if (!(error instanceof PlimsollError) || error.code !== 'UPSTREAM_UNREACHABLE') throw error
    }
  }
  await copyInto(folder, history)
  return readLog(history)
}

/** Fetches into a new folder that takes the place of `folder` when it is complete. */
async function copyInto(folder: string, history: GitHistory): Promise<void> {
  const unfinished = `${folder}.unfinished`
  try {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(path.dirname(path.resolve(folder)), { recursive: true })
    await runGit(['init', '--quiet', '--bare', '--template=', unfinished], {
      ...commandOptions(history),
      protocols: 'none',
    })
    await fetchInto(unfinished, history)
    await rm(folder, { recursive: true, force: true })
    await rename(unfinished, folder)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function fetchInto(folder: string, history: GitHistory): Promise<void> {
  const { url, limits = LIMITS } = history
  const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--filter=blob:none']
  await runGit(
    ['--git-dir', folder, '-c', `remote.origin.url=${url}`, ...args, 'origin', `+HEAD:${BRANCH}`],
    {
      ...commandOptions(history),
      protocols: PROTOCOLS.find((protocol) => url.startsWith(`${protocol}:`)) ?? 'none',
      onTick: () => checkSize(folder, limits),
    },
  )
  checkSize(folder, limits)
}

async function readLog(history: GitHistory): Promise<AdapterChange[]> {
  const { folder, limits = LIMITS } = history
  const parser = new LogParser()
  let bytes = 0
  await runGit(['--git-dir', folder, ...LOG_ARGUMENTS, BRANCH, '--', PROJECTS], {
    ...commandOptions(history),
    // Nothing is fetched for the log, whatever it asks for.
    protocols: 'none',
    onOutput: (chunk) => {
      bytes += chunk.length
      if (bytes > limits.logBytes) throw tooLarge('prints', limits.logBytes)
      parser.push(chunk)
    },
  })
  return parser.end()
}

function commandOptions({
  program = 'git',
  limits = LIMITS,
}: GitHistory): Omit<GitOptions, 'protocols'> {
  return { program, timeoutMs: limits.timeoutMs }
}

/** Objects arrive in packs; a pack that is being received is in the same folder. */
function checkSize(folder: string, { folderBytes }: GitLimits): void {
  const packs = path.join(folder, 'objects', 'pack')
  if (!existsSync(packs)) return
  const sizes = readdirSync(packs).map(
    (name) => statSync(path.join(packs, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  if (sizes.reduce((sum, size) => sum + size, 0) > folderBytes) {
    throw tooLarge('takes', folderBytes)
  }
}

function tooLarge(verb: string, bytes: number): PlimsollError {
  return new PlimsollError(
    'UPSTREAM_TOO_LARGE',
    `The history of the DefiLlama adapters ${verb} more than the limit of ${bytes} bytes.`,
  )
}
