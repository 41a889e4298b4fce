import { describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { PlimsollError } from '../domain/errors.ts'
import { contextOf } from './fixtures/answers.ts'
import { githubFiles } from './github-tree.ts'

const { upstreams } = readConfig({})
const SHA = 'a'.repeat(40)
const FOLDER = {
  repo: 'owner/name',
  ref: 'main',
  folder: 'src/content',
  recordAs: 'name',
  maxFileBytes: 1000,
}

const runWith = (tree: unknown) => contextOf({ 'name/tree.json': tree })

const blob = (path: string, sha = SHA) => ({ path, type: 'blob', mode: '100644', sha, size: 3 })

async function paths(tree: unknown, folder = FOLDER) {
  return (await githubFiles(upstreams, folder, runWith(tree).context)).map(({ path }) => path)
}

async function refusal(tree: unknown) {
  const error: unknown = await paths(tree).catch((error: unknown) => error)
  return error instanceof PlimsollError ? error : undefined
}

describe('a git tree', () => {
  test('is read with one request and gives the files below the folder with their blob ids', async () => {
    const { context, asked } = runWith({ truncated: false, tree: [blob('src/content/a/b.md')] })
    const files = await githubFiles(upstreams, FOLDER, context)
    expect(asked.map(({ url, recordAs }) => ({ url, recordAs }))).toEqual([
      {
        url: 'https://api.github.com/repos/owner/name/git/trees/main?recursive=1',
        recordAs: 'name/tree.json',
      },
    ])
    expect(files).toEqual([
      {
        path: 'a/b.md',
        endpoint: {
          label: 'src/content/a/b.md of owner/name',
          url: 'https://raw.githubusercontent.com/owner/name/main/src/content/a/b.md',
          recordAs: 'name/a/b.md',
          maxBytes: 1000,
          version: SHA,
        },
      },
    ])
  })

  test('leaves out folders, submodules and what merely starts like the folder', async () => {
    const tree = [
      { ...blob('src/content/folder'), type: 'tree' },
      { ...blob('src/content/module'), type: 'commit' },
      blob('src/content-old/a.md'),
      blob('src/content/a.md'),
    ]
    expect(await paths({ truncated: false, tree })).toEqual(['a.md'])
  })

  test('gives the whole repository when the folder is empty, in the order of the paths', async () => {
    const tree = { truncated: false, tree: [blob('b.json'), blob('a.json')] }
    expect(await paths(tree, { ...FOLDER, folder: '' })).toEqual(['a.json', 'b.json'])
  })

  test('has paths with spaces and other signs escaped in the address', async () => {
    const { context } = runWith({ truncated: false, tree: [blob('src/content/a b#.md')] })
    const [file] = await githubFiles(upstreams, FOLDER, context)
    expect(file?.endpoint.url).toMatch(/\/src\/content\/a%20b%23\.md$/)
  })

  test('that was cut short is invalid, since files would be missing', async () => {
    const tree = { truncated: true, tree: [blob('src/content/a.md')] }
    expect((await refusal(tree))?.code).toBe('UPSTREAM_INVALID')
  })

  test.each([
    ['a message instead of a tree', { message: 'Not Found' }],
    ['no word on truncation', { tree: [] }],
    ['a blob id that is none', { truncated: false, tree: [blob('src/content/a.md', 'main')] }],
    ['a path that climbs out', { truncated: false, tree: [blob('src/content/../../x')] }],
    ['a path with a backslash', { truncated: false, tree: [blob('src/content/..\\x')] }],
    ['a path with half a character', { truncated: false, tree: [blob('src/content/\ud800.md')] }],
    ['a path with an empty part', { truncated: false, tree: [blob('src/content//x')] }],
  ])('with %s is invalid', async (_, tree) => {
    expect((await refusal(tree))?.code).toBe('UPSTREAM_INVALID')
  })
})
