import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import packageFile from '../package.json' with { type: 'json' }
import { readConfig } from '../src/config.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const guide = read('src/content/guides/serve-it-yourself.md')
const blocks = [...guide.matchAll(/^```ini\n(.*?)^```/gms)].map(([, block = '']) => block)
const [settings = '', ...units] = blocks
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
    const [, script = ''] = /^\/usr\/bin\/npm run --silent ([\w:-]+)$/.exec(line) ?? []
    expect([line, script in packageFile.scripts]).toEqual([line, true])
  }
})

test('the settings of the guide exist and are accepted', () => {
  const rows = [...settings.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  expect(rows.length).toBeGreaterThan(3)
  for (const [name] of rows) expect(read('.env.example')).toContain(`\n${name}=`)
  const config = readConfig(Object.fromEntries(rows))
  expect(config.site.publicUrl).toMatch(/^https:/)
  expect(config.refreshDays).toBe(1)
  expect(config.trustProxy).toBe('x-forwarded-for')
})

test('the proxies of the guide pass requests to the port that the server listens on', () => {
  const { host, port } = readConfig({})
  expect(guide.match(new RegExp(`${host}:${port}\\b`, 'g'))).toHaveLength(2)
})
