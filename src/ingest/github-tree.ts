import * as z from 'zod'
import type { Upstreams } from '../config/ingest.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { Endpoint, SourceContext } from './source.ts'

/** A folder in a branch of a public repository. */
export interface GithubFolder {
  /** `owner/name`. */
  repo: string
  /** Branch, tag or commit. */
  ref: string
  /** Path inside the repository, without slashes at its ends; empty for the whole repository. */
  folder: string
  /** Folder of a recording: the tree is kept as `<recordAs>/tree.json`, a file under its path below `folder`. */
  recordAs: string
  /** Largest body of one file, in bytes. */
  maxFileBytes: number
}

export interface GithubFile {
  /** Path below the folder. */
  path: string
  endpoint: Endpoint & { version: string }
}

/** GitHub cuts a tree off near 7 MB and says so with `truncated`. */
const MAX_TREE_BYTES = 8_000_000

const treeSchema = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.looseObject({
      path: z.string().min(1).max(1000),
      type: z.string(),
      sha: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/),
    }),
  ),
})

/**
 * Lists the files below a folder, sorted by path, with one request. Each has its blob id as version, so an unchanged file is
 * not read again. Throws `UPSTREAM_INVALID` when the tree is truncated or has an unexpected shape.
 */
export async function githubFiles(
  upstreams: Upstreams,
  folder: GithubFolder,
  context: SourceContext,
): Promise<GithubFile[]> {
  const endpoint = treeEndpoint(upstreams, folder)
  const parsed = treeSchema.safeParse(await context.readJson(endpoint))
  if (!parsed.success) throw invalid(endpoint, 'sent a response that is not a git tree')
  if (parsed.data.truncated) throw invalid(endpoint, 'is truncated, so files would be missing')
  const prefix = folder.folder === '' ? '' : `${folder.folder}/`
  return parsed.data.tree
    .filter(({ type, path }) => type === 'blob' && path.startsWith(prefix))
    .map(({ path, sha }) => {
      // The path becomes a file name of a recording, so it may not lead out of its folder.
      if (!isPlainPath(path))
        throw invalid(endpoint, 'contains a path that leads outside its folder')
      const below = path.slice(prefix.length)
      return { path: below, endpoint: fileEndpoint(upstreams, folder, path, below, sha) }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

function treeEndpoint({ githubApi }: Upstreams, { repo, ref, recordAs }: GithubFolder): Endpoint {
  return {
    label: `file list of ${repo}`,
    url: `${githubApi}/repos/${escaped(repo)}/git/trees/${encodeURIComponent(ref)}?recursive=1`,
    recordAs: `${recordAs}/tree.json`,
    maxBytes: MAX_TREE_BYTES,
  }
}

function fileEndpoint(
  { githubRaw }: Upstreams,
  { repo, ref, recordAs, maxFileBytes }: GithubFolder,
  path: string,
  below: string,
  version: string,
): GithubFile['endpoint'] {
  return {
    label: `${path} of ${repo}`,
    url: `${githubRaw}/${escaped(repo)}/${escaped(ref)}/${escaped(path)}`,
    recordAs: `${recordAs}/${below}`,
    maxBytes: maxFileBytes,
    version,
  }
}

function isPlainPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\\:\u0000-\u001f]/.test(path) || !path.isWellFormed()) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

function escaped(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

function invalid(endpoint: Endpoint, problem: string): PlimsollError {
  return new PlimsollError('UPSTREAM_INVALID', `${sentenceStart(endpoint.label)} ${problem}.`)
}

function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
