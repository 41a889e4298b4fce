import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What decides what a run writes and a deploy serves: our code, data and settings, and the versions of the code of others. */
const FOLDERS = ['data', 'functions', 'public', 'src']
const FILES = ['astro.config.mjs', 'netlify.toml', 'package-lock.json', 'package.json']

/** Tests, what only they use, stores, the copy of the history of the adapters, and what contract lists are made from. */
const LEFT_OUT =
  /\.test\.ts$|\/fixtures\/|^src\/testing\/|\.sqlite|^data\/adapters\.git|^data\/wallet\/sources\//

/** SHA-256 of the code and reviewed data of the project, so that a run knows when nothing can have changed. */
export function codeFingerprint(root: string): string {
  const hash = createHash('sha256')
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
  for (const name of [...FILES, ...found.map((name) => name.replaceAll('\\', '/')).sort()]) {
    if (LEFT_OUT.test(name)) continue
    hash.update(`${name}\0`).update(readFileSync(path.join(root, name)))
  }
  return hash.digest('hex')
}
