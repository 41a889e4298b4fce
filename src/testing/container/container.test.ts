import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import packageFile from '../../../package.json' with { type: 'json' }
import { readConfig } from '../../config/config.ts'
import { connectRedis } from '../../state/redis/tcp.ts'
import { freePort, NO_REDIS, startRedis } from '../api/local-redis.ts'
import { ROOT } from '../scripts/run-script.ts'
import { folderOfTest } from '../temporary-folder.ts'
// The schema of github.com/compose-spec/compose-spec at 170098b (Apache-2.0), without its descriptions.
import composeSchema from './fixtures/compose-spec.json' with { type: 'json' }

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = parse(read('compose.yaml'), { merge: true })
const { caddy, serve, refresh, redis } = compose.services

const DEADLINE_MS = 20_000

/** What runs in the image that serves, apart from its thread for alerts. */
const ENTRIES = ['scripts/serve.ts', 'scripts/admin.ts', 'src/host/node/alert-worker.ts']

describe('the Dockerfile', () => {
  test('has no fault that a linter knows', () => {
    expect(validate(dockerfile)).toEqual([])
    expect(validate(`${dockerfile}\nCOPY a`)).not.toEqual([])
  })

  test('leaves in the image that serves the packages that the server and the commands import', async () => {
    const removed = [...dockerfile.matchAll(/\bdependencies\.(\S+)/g)].map(([, name]) => name)
    const left = Object.keys(packageFile.dependencies).filter((name) => !removed.includes(name))
    expect(await importedPackages()).toEqual(left.sort())
  })
})

describe('compose.yaml', () => {
  test('follows the schema of its format', () => {
    const follows = new Ajv({ strict: false, logger: false }).compile({
      ...composeSchema,
      $schema: 'http://json-schema.org/draft-07/schema#',
    })
    follows(parse(read('compose.yaml'), { merge: true }))
    expect(follows.errors).toBeNull()
    expect(follows({ ...compose, services: { caddy: { imag: 'caddy' } } })).toBe(false)
  })

  test('builds stages that exist', () => {
    const stages = DockerfileParser.parse(dockerfile).getFROMs()
    const names = stages.map((from) => from.getBuildStage())
    expect(names).toEqual(expect.arrayContaining([serve.build.target, refresh.build.target]))
  })

  test.each(Object.entries<typeof serve>(compose.services))(
    '%s cannot write its image or gain rights',
    (name, service) => {
      expect(service).toMatchObject({
        ...{ read_only: true, cap_drop: ['ALL'], restart: 'unless-stopped' },
        security_opt: ['no-new-privileges:true'],
      })
      expect(service.cap_add).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : undefined)
    },
  )

  test('the server cannot write the site or see what only builds need', () => {
    expect(serve.volumes).toContain('site:/var/lib/plimsoll-build:ro')
    expect(JSON.stringify(serve.env_file)).not.toContain('.env.build')
    expect(JSON.stringify(refresh.volumes)).not.toContain('secret')
    expect(refresh.networks).not.toContain('back')
  })

  test('the settings are accepted, and only the network of the proxy is trusted', () => {
    const { PLIMSOLL_PUBLIC_URL: _, ...settings } = serve.environment
    const config = readConfig(settings)
    const [{ subnet }] = compose.networks.front.ipam.config
    expect(config.trustProxyFrom).toEqual([subnet])
    expect([caddy.networks, redis.networks]).toEqual([['front'], ['back']])
    expect(config.state.url).toBe('redis://redis:6379')
    const { PLIMSOLL_DB: store, PLIMSOLL_DIST: dist } = refresh.environment
    expect(config.distDir).toBe(dist)
    expect(path.dirname(store)).toBe(path.dirname(dist))
  })
})

describe('the guide', () => {
  test.skipIf(NO_REDIS)('restores a copy of Redis that it made', async () => {
    const guide = read('src/content/guides/serve-it-yourself.md')
    const restore = /-T redis sh -c '([^']+)' <backup\/copy.rdb/.exec(guide)?.[1] ?? ''
    const [folder, restored] = [folderOfTest(), folderOfTest()]
    const copy = path.join(folder, 'copy.rdb')
    const first = await startRedis()
    const writer = await connectRedis(first.url, DEADLINE_MS)
    await writer.command(['SET', 'key', 'kept'])
    execFileSync('redis-cli', ['-u', first.url, '--rdb', copy], { stdio: 'ignore' })
    await Promise.all([writer.end(), first.stop()])

    execFileSync('sh', ['-c', restore], { cwd: restored, input: readFileSync(copy) })
    const port = await freePort()
    const [program, ...words] = redis.command
    const server = spawn(program, [...words, '--port', `${port}`, '--dir', restored])
    try {
      await once(server.stdout, 'data')
      await expect
        .poll(() => askRedis(`redis://127.0.0.1:${port}`, ['GET', 'key']), { timeout: 30_000 })
        .toBe('kept')
    } finally {
      server.kill('SIGKILL')
    }
  })
})

test('settings, stores and built files of a machine do not get into an image', () => {
  const ignored = read('.dockerignore').split('\n')
  expect(ignored).toEqual(
    expect.arrayContaining(['.env', '.env.*', '.git', 'data/*.sqlite*', 'dist', 'node_modules']),
  )
})

/** The reply of a server; null while it does not answer. */
async function askRedis(url: string, words: string[]): Promise<unknown> {
  try {
    const { command, end } = await connectRedis(url, DEADLINE_MS)
    return await command(words).finally(end)
  } catch {
    return null
  }
}

async function importedPackages(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    ...{ bundle: true, write: false, metafile: true, outdir: 'unused', logLevel: 'error' },
    ...{ platform: 'node', format: 'esm', packages: 'external' },
  })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  const names = imports
    .filter(({ path: name, external }) => external && !name.startsWith('node:'))
    .map(({ path: name }) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set(names)].sort()
}
