import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { readConfig } from '../src/config/config.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const guide = read('src/content/guides/serve-it-yourself.md')
const blocks = [...guide.matchAll(/^```ini\n(.*?)^```/gms)].map(([, block = '']) => block)
const [settings = '', buildSettings = '', ...units] = blocks
const [server = '', refresh = ''] = units
const names = [...guide.matchAll(/`\/etc\/systemd\/system\/([\w-]+\.(?:service|timer))`/g)].map(
  ([, name]) => name,
)

test('the guide has a unit for each file that it names', () => {
  expect(names).toEqual(['plimsoll.service', 'plimsoll-refresh.service', 'plimsoll-refresh.timer'])
  expect(units).toHaveLength(names.length)
})

test('what a unit starts is a command of the project', () => {
  const started = units.flatMap((unit) => [...unit.matchAll(/^ExecStart=(.*)$/gm)])
  expect(started.length).toBeGreaterThan(2)
  for (const [, line = ''] of started) {
    const [, script = ''] =
      /^\/usr\/bin\/npm run --silent ([\w:-]+)( -- --no-alerts)?$/.exec(line) ?? []
    expect([line, script in packageFile.scripts]).toEqual([line, true])
  }
})

test('the signing key is in a file of builds alone, which the server neither reads nor sees', () => {
  expect(buildSettings).toMatch(/^PLIMSOLL_SIGNING_KEY=/m)
  expect(settings).not.toMatch(/^(PLIMSOLL_SIGNING_KEY|DEFILLAMA_PRO_KEY|GITHUB_TOKEN)=/m)
  expect(all(refresh, 'EnvironmentFile')).toEqual(['/etc/plimsoll.env', '-/etc/plimsoll-build.env'])
  expect(all(server, 'EnvironmentFile')).toEqual(['/etc/plimsoll.env'])
  expect(all(server, 'InaccessiblePaths')).toEqual(['-/etc/plimsoll-build.env'])
  // Processes of one user can read each other's environment.
  expect(all(server, 'User')).not.toEqual(all(refresh, 'User'))
})

test('no unit can write the code, and each writes its data in a folder of its own', () => {
  for (const unit of [server, refresh]) {
    expect(all(unit, 'ProtectSystem')).toEqual(['strict'])
    expect(all(unit, 'ReadOnlyPaths')).toEqual(all(unit, 'WorkingDirectory'))
    expect(all(unit, 'NoNewPrivileges')).toEqual(['yes'])
  }
  expect(all(server, 'ReadWritePaths')).toEqual([])
  // Caches of Astro.
  const caches = ['.astro', 'node_modules/.astro'].map((name) => `-/srv/plimsoll/${name}`)
  expect(all(refresh, 'ReadWritePaths')).toEqual([caches.join(' ')])
  const { state, storeFiles, distDir } = readConfig(Object.fromEntries(valuesOf(settings)))
  const within = (unit: string) => `/var/lib/${all(unit, 'StateDirectory')[0]}/`
  expect(JSON.stringify(state.url)).toContain(within(server))
  for (const file of [storeFiles.live, distDir]) expect(file.startsWith(within(refresh))).toBe(true)
})

test('the settings of the guide exist and are accepted', () => {
  const rows = valuesOf(settings)
  expect(rows.length).toBeGreaterThan(3)
  for (const [name] of [...rows, ...valuesOf(buildSettings)])
    expect(read('.env.example')).toContain(`\n${name}=`)
  const config = readConfig(Object.fromEntries(rows))
  expect(config.site.publicUrl).toMatch(/^https:/)
  expect(config.refreshDays).toBe(1)
  expect(config.trustProxy).toBe('x-forwarded-for')
})

test('the proxies of the guide pass requests to the port that the server listens on', () => {
  const { host, port } = readConfig({})
  expect(guide.match(new RegExp(`${host}:${port}\\b`, 'g'))).toHaveLength(2)
})

/** Every value of a setting of a unit. */
function all(unit: string, name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

function valuesOf(block: string): [name: string, value: string][] {
  return [...block.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])
}
