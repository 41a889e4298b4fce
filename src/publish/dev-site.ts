import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import type { AstroInlineConfig } from 'astro'
import { PlimsollError } from '../domain/errors.ts'
import { siteDefines } from './site-defines.ts'

/** Folders in `src` that Astro's server reloads, or that no document depends on. */
const SITE_FOLDERS = [
  'components',
  'content',
  'islands',
  'layouts',
  'pages',
  'site',
  'styles',
  'testing',
]

/** The module that reads the documents: a change of it makes every page read them again. */
const DOCUMENT_READER = 'src/site/catalogue-files.ts'

const SETTLE_MS = 150

type Plugin = NonNullable<NonNullable<AstroInlineConfig['vite']>['plugins']>[number]

export interface DevOptions {
  root: string
  /** Folder for the documents, separate from the published one. */
  distDir: string
  /** Link to the code, for the pages. */
  repository: string | null
  /** 0: any free port. */
  port: number
  /** Scripts that make the documents, in order, with their arguments. */
  steps: [script: string, ...words: string[]][]
  line: (text: string) => void
}

export interface DevSite {
  url: string
  stop: () => Promise<void>
}

/**
 * Makes the documents, then serves the site with Astro's development server and the API with the Node host, on one port.
 * A changed page reloads at once; changed data or code makes the documents again. Throws `SNAPSHOT_REFUSED` when the documents
 * cannot be made at the start.
 */
export async function serveDevSite(options: DevOptions): Promise<DevSite> {
  const { root, distDir, repository, line } = options
  if (!(await makeDocuments(options))) {
    throw new PlimsollError('SNAPSHOT_REFUSED', 'The documents could not be made; see above.')
  }
  const apiPort = await findFreePort()
  let api = startApi(options, apiPort)
  const { dev } = await import('astro')
  const server = await dev({
    root,
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: options.port },
    vite: {
      define: siteDefines(path.join(distDir, '_data/live'), { repository }),
      plugins: [proxyApi(apiPort)],
    },
  })
  const update = async () => {
    line('Data or code changed: making the documents again')
    if (!(await makeDocuments(options))) return
    await stopProcess(api)
    api = startApi(options, apiPort)
    server.watcher.emit('change', path.join(root, DOCUMENT_READER))
    line('✓ The documents are up to date')
  }
  let timer: NodeJS.Timeout | undefined
  let updates = Promise.resolve()
  server.watcher.on('all', (_, file) => {
    if (!changesDocuments(path.relative(root, file))) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      updates = updates.then(update)
    }, SETTLE_MS)
  })
  return {
    url: `http://localhost:${server.address.port}`,
    stop: async () => {
      clearTimeout(timer)
      await Promise.all([server.stop(), updates])
      await stopProcess(api)
    },
  }
}

/** Forwards API requests and files for programs to the API server, before Astro rejects them for the missing trailing slash. */
function proxyApi(port: number): Plugin {
  return {
    name: 'plimsoll-api',
    enforce: 'post',
    configureServer: (server) => () => {
      server.middlewares.stack.unshift({
        route: '',
        handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => {
          if (/^\/(v1(\/|\?|$)|openapi|scoreboard\.json)/.test(request.url ?? ''))
            forward(request, response, port)
          else next()
        },
      })
    },
  }
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, headers, url: path } = request
  const forwarded = sendRequest({ host: '127.0.0.1', port, method, headers, path }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  // The API server is starting or restarting.
  forwarded.on('error', () => response.writeHead(503, { 'Retry-After': '1' }).end())
  request.pipe(forwarded)
}

/** Whether the documents depend on a file, given by its path below the checkout. */
export function changesDocuments(file: string): boolean {
  const [top, folder = ''] = file.split(path.sep)
  if (top === 'data') return file.endsWith('.json')
  return top === 'src' && !SITE_FOLDERS.includes(folder) && /(?<!\.test)\.ts$/.test(file)
}

async function makeDocuments(options: DevOptions): Promise<boolean> {
  for (const [script, ...words] of options.steps) {
    const [code] = await once(spawnScript(options, script, words), 'exit')
    if (code !== 0) return false
  }
  return true
}

function startApi(options: DevOptions, port: number): ChildProcess {
  return spawnScript(options, 'serve', [], {
    HOST: '127.0.0.1',
    PORT: String(port),
    STATE_URL: 'sqlite::memory:',
  })
}

function spawnScript(
  { root, distDir }: DevOptions,
  script: string,
  words: string[],
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [path.join(root, `scripts/${script}.ts`), ...words], {
    cwd: root,
    // biome-ignore lint/style/noProcessEnv: the scripts read their own settings.
    env: { ...process.env, PLIMSOLL_DIST: distDir, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
