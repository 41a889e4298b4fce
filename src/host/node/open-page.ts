import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { plainPath } from './target.ts'

/** Error codes that mean that there is no such file. */
const NO_SUCH_FILE = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']

/** Where RFC 9116 expects it. */
const SECURITY = '/.well-known/security.txt'

/** An open file of the published folder. The caller closes it. */
export interface OpenPage {
  status: 200 | 404
  handle: FileHandle
  name: string
  size: number
  tag: string
}

/** The page of a path, else the page for 404, else null. */
export async function openPage(root: string, pathname: string): Promise<OpenPage | null> {
  for (const name of namesOf(pathname)) {
    const page = await openFile(root, name, 200)
    if (page) return page
  }
  return openFile(root, '/404.html', 404)
}

function namesOf(pathname: string): string[] {
  const plain = plainPath(pathname)
  if (plain === SECURITY) return [plain]
  // Hidden files are not public.
  if (plain === null || plain.includes('/.')) return []
  const bare = plain.replace(/\/$/, '')
  return bare === '' ? ['/index.html'] : [bare, `${bare}.html`, `${bare}/index.html`]
}

/** Opens the file before reading its size, so that publishing a new folder meanwhile does no harm. */
async function openFile(root: string, name: string, status: 200 | 404): Promise<OpenPage | null> {
  const handle = await open(path.join(root, name)).catch((error: NodeJS.ErrnoException) => {
    if (NO_SUCH_FILE.includes(error.code ?? '')) return null
    throw error
  })
  if (!handle) return null
  const stats = await handle.stat()
  if (stats.isFile()) {
    return { status, handle, name, size: stats.size, tag: `W/"${stats.size}-${stats.mtimeMs}"` }
  }
  await handle.close()
  return null
}
