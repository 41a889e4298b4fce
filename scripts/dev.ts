import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig } from '../src/config/config.ts'
import { serveDevSite } from '../src/publish/dev-site.ts'
import { takeLock } from '../src/store/lock.ts'
import { runCommand } from './command/terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const HELP = `Work on the site: npm run dev -- [options]

  --source S   data to show: live, seed or recorded (default: live when there is a store of it, else the sample)
  --help       this text

Exports the documents into dist.dev, serves the site and the API at http://localhost:8888, and reloads on save: a page, a style
or a component at once; data/*.json or other code in src after the documents are exported again. PORT chooses another port.
Keys and usage are kept in memory. Ctrl-C ends it.`

await runCommand(HELP, { source: { type: 'string' } }, async (values) => {
  const { port, storeFiles, site: pages } = readConfig()
  const source = values.source ?? (existsSync(storeFiles.live) ? 'live' : 'seed')
  const distDir = path.join(ROOT, 'dist.dev')
  // The builds that it starts lock the folder itself. The end of the process releases this.
  takeLock(distDir, 'dev', 'session')
  const site = await serveDevSite({
    root: ROOT,
    distDir,
    repository: pages.repository,
    port,
    steps: [
      ...(source === 'seed' ? [['snapshot', '--source', 'seed'] as const] : []),
      ['build', '--source', source, '--no-site', '--no-store'],
    ].map(([script = '', ...words]) => [script, ...words]),
    line: (text) => console.error(text),
  })
  console.log(`Plimsoll dev ready at ${site.url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void site.stop().then(() => process.exit()))
  }
})
