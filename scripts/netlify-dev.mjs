// The Netlify emulation without the network: `npm run dev:netlify -- --port 8899`; `-- build` makes what a deploy would upload.
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const STOP_MS = 5_000
const PARENT_MS = 1_000

/** Variables that the gateway reads. Edge functions see none of the shell, only those of the site and of such a file. */
const PASSED_ON = ['PLIMSOLL_SECRET', 'STATE_URL', 'STATE_TOKEN', 'TRUST_PROXY']

const HELP = `The Netlify emulation on this machine, without the network: npm run dev:netlify -- [build] [options]

  --port N   port of the site (default 8888)
  build      make what a deploy would upload, instead of serving
  --help     this text

Every other option goes to the Netlify command line. Needs the packages for development: npm ci`

if (process.argv.includes('--help')) {
  console.log(HELP)
  process.exit(0)
}

const root = path.resolve(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
// The real Deno, since killing the wrapper in .bin leaves an orphan behind.
const deno = require('deno/install_api.cjs').runInstall()
const packages = path.join(root, 'node_modules')
const envFile = path.join(root, '.env.netlify-dev')

const words = process.argv.slice(2)
const verb = words[0] && !words[0].startsWith('-') ? words.shift() : 'dev'

const given = PASSED_ON.filter((name) => process.env[name])
const lines = given.map((name) => `${name}='${process.env[name]}'\n`)
if (verb === 'dev') writeFileSync(envFile, lines.join(''), { mode: 0o600 })

const child = spawn(
  process.execPath,
  [path.join(packages, 'netlify-cli/bin/run.js'), verb, '--offline', ...words],
  {
    cwd: root,
    // A group of its own, so that nothing it started outlives it.
    detached: true,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: [path.dirname(deno), path.join(packages, '.bin'), process.env.PATH].join(
        path.delimiter,
      ),
      NETLIFY_EDGE_BOOTSTRAP: pathToFileURL(
        path.join(packages, '@netlify/edge-functions-dev/dist/deno/bootstrap.mjs'),
      ).href,
    },
  },
)

function signalAll(signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // All of them have ended already.
  }
}

function stop() {
  signalAll('SIGTERM')
  setTimeout(() => signalAll('SIGKILL'), STOP_MS).unref()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)

// npm may end without stopping what it started.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) stop()
}, PARENT_MS).unref()

child.on('exit', (code, signal) => {
  signalAll('SIGKILL')
  rmSync(envFile, { force: true })
  // Stopped on request is no failure.
  process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1))
})
