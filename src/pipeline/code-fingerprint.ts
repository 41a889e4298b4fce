import { createHash } from 'node:crypto'
import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What decides what a run writes and a deploy serves: our code, data and settings, and the versions of the code of others. */
const FOLDERS = ['data', 'functions', 'public', 'src']
const FILES = ['astro.config.mjs', 'netlify.toml', 'package-lock.json', 'package.json']

/** Tests, what only they use, stores, the copy of the history of the adapters, and what contract lists are made from. */
const LEFT_OUT =
  /\.test\.ts$|\/fixtures\/|^src\/testing\/|\.sqlite|^data\/adapters\.git|^data\/wallet\/sources\//

/** SHA-256 of the code and reviewed data of the project, so that a run knows when nothing can have changed. */
export function codeFingerprint(root: string, list = listFolder): string {
  const hash = createHash('sha256')
  const found = FOLDERS.flatMap((folder) => filesIn(folder, (name) => list(path.join(root, name))))
  for (const name of [...FILES, ...found.sort()]) {
    hash.update(`${name}\0`).update(readFileSync(path.join(root, name)))
  }
  return hash.digest('hex')
}

/** Names below the root, with slashes. A folder that is left out is not read: another run may be writing it. */
function filesIn(folder: string, list: (folder: string) => Dirent[]): string[] {
  return list(folder).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (LEFT_OUT.test(entry.isDirectory() ? `${name}/` : name)) return []
    if (entry.isDirectory()) return filesIn(name, list)
    return entry.isFile() ? [name] : []
  })
}

function listFolder(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true })
}
