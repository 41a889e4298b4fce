import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { widthOf } from '../../cli/text/width.ts'
import { issueKeys, type RunningHost, startNodeHost } from '../api/node-target.ts'
import type { Target } from '../black-box/client.ts'
import { publishedSeed } from '../published/published-seed.ts'
import { ALIAS, RETIRED } from '../published/two-snapshots.ts'
import { runWithin } from './in-process.ts'

const WALLET = '0x5ca1ab1e00000000000000000000000000000001'
const ESCAPE = '\u001b'

let host: RunningHost
let keys: Target['keys']

beforeAll(async () => {
  host = await startNodeHost({ distDir: await publishedSeed() })
  keys = await issueKeys(host.state)
})

afterAll(async () => {
  await host.stop()
})

const cli = (text: string, more: Record<string, string> = {}) =>
  runWithin(text === '' ? [] : text.split(' '), {
    ...{ PLIMSOLL_URL: host.baseUrl, PLIMSOLL_API_KEY: keys.pro },
    ...more,
  })
const served = async (path: string, key = keys.pro) => {
  const response = await fetch(`${host.baseUrl}${path}`, { headers: { 'X-API-Key': key } })
  return response.text()
}

describe('every command shows what the service says', () => {
  test('search names ids, levels, the day and the site', async () => {
    const { code, stdout, stderr } = await cli('search aave --limit 3')
    const { data } = JSON.parse(await served('/v1/search?q=aave&limit=3'))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const { id, composite } of data) {
      expect(stdout).toMatch(new RegExp(`^${id} .* ${composite.toFixed(1)} `, 'm'))
    }
    const { data: health } = JSON.parse(await served('/v1/health'))
    expect(stdout).toContain(`As of ${health.snapshot.asOf}. From ${host.baseUrl}.`)
    expect(stdout).toContain('The newest snapshot of this site is')
  })

  test('get shows the composite, six dimensions that add up, reasons, floors and what is not seen', async () => {
    const { code, stdout } = await cli('get aave-v3')
    const { data } = JSON.parse(await served('/v1/protocols/aave-v3'))
    expect(code).toBe(0)
    expect(stdout).toContain(`${data.composite.toFixed(1)} `)
    const rows = [
      ...stdout.matchAll(/^(\w[\w ]+?) +\??(\d\.\d) [#.]{10} +([\d.]+) % +(\d\.\d\d) /gm),
    ]
    expect(rows).toHaveLength(6)
    const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column]), 0)
    expect(sum(3)).toBeCloseTo(100, 5)
    expect(sum(4)).toBeCloseTo(data.scoreMetadata.composite.score, 1)
    for (const part of ['Largest reasons', 'Floors', 'Not seen', 'Coverage:', 'Rank']) {
      expect(stdout).toContain(part)
    }
  })

  test('a former slug works, and a protocol that left says so', async () => {
    expect((await cli(`get ${ALIAS.former}`)).stdout).toContain(`(${ALIAS.current})`)
    expect((await cli(`get ${RETIRED}`)).stdout).toContain('No longer listed since')
  })

  test('a dimension that does not apply is a dash, and what is not known a question mark', async () => {
    const { stdout } = await cli('get lido')
    expect(stdout).toMatch(/^Credit +– +– +– +–$/m)
    const none = await cli('screener --level none --limit 3')
    expect(none.stdout).toMatch(/^\S.* \? +\?/m)
    expect(none.stdout).not.toMatch(/ 0\.0 /)
  })

  test('a protocol without a score shows what is known, and no number of a dimension', async () => {
    const { data } = JSON.parse(await served('/v1/screener?level=none&per_page=1'))
    const { stdout } = await cli(`get ${data[0].id}`)
    expect(stdout).toMatch(/^Counterparty +\? +\? +\? +\d+ %$/m)
    expect(stdout).toContain('What is known')
    expect(stdout).not.toMatch(/Floors|points|^\S+ \d\.\d\d /m)
  })

  test('a number that was assumed has a mark, which is explained', async () => {
    const { data } = JSON.parse(await served('/v1/screener?per_page=50'))
    const [row] = data.filter(({ assumedDimensions: keys }: { assumedDimensions: string[] }) =>
      keys.includes('liquidity'),
    )
    const mark = `?${row.liquidityRisk.toFixed(1)}`
    const legend = '? before a number: not read, the number is assumed'
    for (const { stdout } of [await cli('screener --limit 50'), await cli(`get ${row.id}`)]) {
      expect(stdout).toContain(legend)
      expect(stdout).toContain(mark)
    }
  })

  test('what was not read is under “Not seen”, and no reason', async () => {
    const { stdout } = await cli('get lido')
    const [reasons = ''] = stdout.split('Not seen')
    expect(reasons).not.toContain('Not known.')
  })

  test('filters reach the service', async () => {
    const { stdout } = await cli(
      'screener --chain base --category lending --level elevated,high --limit 50',
    )
    const path = '/v1/screener?chain=base&category=lending&level=elevated,high&per_page=50'
    const { data, meta } = JSON.parse(await served(path))
    expect(meta.total).toBeGreaterThan(0)
    const ids = stdout
      .split('\n')
      .slice(1, meta.total + 1)
      .map((line) => line.split(' ')[0])
    expect(ids).toEqual(data.map(({ id }: { id: string }) => id))
    expect((await cli('list --min-credit-score 4 --limit 5 --sort-dir asc')).stdout).toContain(
      ' 4.0 ',
    )
    expect((await cli('list --chain nowhere')).stdout).toContain(
      'No protocol passes these filters.',
    )
    expect((await cli('list --page 900')).stdout).toContain('There is no page 900')
  })

  test('rows and fields by name, and ids that there are not', async () => {
    const { stdout, stderr } = await cli('list --ids lido,aave-v3,none-such')
    expect(stdout).toContain('2 in all')
    expect(stderr).toBe('plimsoll: There is no protocol "none-such".\n')
    const json = await cli('screener --ids lido --fields name,tvlUsd --json')
    const [row] = JSON.parse(json.stdout).data
    expect(Object.keys(row)).toEqual(['id', 'name', 'tvlUsd'])
    expect((await cli('list --fields nam --json')).code).toBe(2)
  })

  test('what a filter by asset could not see is said beside the rows', async () => {
    const { meta } = JSON.parse(await served('/v1/screener?asset=usdc,none-such&chain=base'))
    const { notKnown, partlyKnown } = meta.assets
    expect(notKnown).toBeGreaterThan(1)
    const { stdout, stderr } = await cli('screener --asset usdc,none-such --chain base')
    expect(stdout).toContain(`${meta.total} in all`)
    expect(stderr).toBe(
      `plimsoll: No protocol is known to have "none-such".\nplimsoll: Left out: ${notKnown} protocols whose tokens are not known, and ${partlyKnown} of which only a part is.\n`,
    )
  })

  test('a history of some days', async () => {
    const { data } = JSON.parse(await served('/v1/protocols/aave-v3/history'))
    const [{ day }] = data.points.slice(-1)
    const newest = JSON.parse((await cli(`history aave-v3 --since ${day} --json`)).stdout)
    expect(newest.data.points.map((point: { day: string }) => point.day)).toEqual([day])
    const one = JSON.parse((await cli('history aave-v3 --limit 1 --json')).stdout)
    expect(one.data.points).toEqual(newest.data.points)
    const none = await cli('history aave-v3 --since 2100-01-01')
    expect([none.code, none.stdout.includes('No score since 2100-01-01.')]).toEqual([0, true])
  })

  test('a name that no chain or category has is said, with the nearest one', async () => {
    const one = await cli('list --chain base,arbitrm --limit 1')
    expect(one.code).toBe(0)
    expect(one.stderr).toBe('plimsoll: No chain is called "arbitrm". Did you mean Arbitrum?\n')
    const none = await cli('screener --category lendig --json')
    expect(none.stderr).toContain('Did you mean Lending?')
    expect(JSON.parse(none.stdout).meta.total).toBe(0)
    expect((await cli('list --chain bsc,eth --category dex,LENDING --limit 1')).stderr).toBe('')
  })

  test('changes shows where each score came from and went to', async () => {
    const { stdout } = await cli('changes --limit 2')
    const { data } = JSON.parse(await served('/v1/changes?limit=2'))
    expect(stdout).toContain(`From ${data.from.day} to ${data.to.day}`)
    for (const { id, from, to } of data.moves) {
      expect(stdout).toMatch(
        new RegExp(`^${id} .*${from.composite.toFixed(1)} .*→ ${to.composite.toFixed(1)} `, 'm'),
      )
    }
    expect(stdout).toContain(RETIRED)
  })

  test('history, stats, health and usage', async () => {
    expect((await cli('history aave-v3')).stdout).toMatch(/^20\d\d-\d\d-\d\d +\d/m)
    const { data } = JSON.parse(await served('/v1/stats'))
    expect((await cli('stats')).stdout).toMatch(
      new RegExp(`^Protocols +${data.protocolCount}$`, 'm'),
    )
    const health = await cli('health')
    expect([health.code, health.stdout.includes('stale')]).toEqual([1, true])
    expect((await cli('usage')).stdout).toMatch(/^Used +\d+ of 2,000,000 requests/m)
  })

  test('a wallet says first what is missing, then warnings, then sums', async () => {
    const { code, stdout } = await cli(`wallet ${WALLET}`, { PLIMSOLL_API_KEY: keys.testPro })
    expect(code).toBe(0)
    const order = ['INCOMPLETE', 'Not read', 'Warnings', 'Net ', 'Protocol  ', 'As of']
    const places = order.map((word) => stdout.indexOf(word))
    expect(places).not.toContain(-1)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    expect(stdout).toContain('Invented protocols of the sandbox.')
    expect(stdout).toMatch(/\(price \?\)/)
    expect(stdout).toMatch(
      /^Risk .*4\.0 .*, by 98\.5 % of the value less debts; between 3\.9 and 4\.1$/m,
    )
    expect(stdout).toMatch(/^Own risk .*8\.8 .*: Kittiwake Lend: leverage 5\.7×; liquidated when/m)
    expect(stdout).toContain('It cannot be withdrawn before 2026-03-01 12:00 UTC')
    const late = await cli('wallet 0x5ca1ab1e00000000000000000000000000000004', {
      PLIMSOLL_API_KEY: keys.testPro,
    })
    expect(late.stdout).toContain('did not answer in time')
  })
})

describe('--json', () => {
  test.each([
    ['search aave --limit 2', '/v1/search?q=aave&limit=2'],
    ['get aave-v3', '/v1/protocols/aave-v3'],
    ['history aave-v3', '/v1/protocols/aave-v3/history'],
    ['list --limit 3', '/v1/protocols?per_page=3'],
    ['screener --limit 3', '/v1/screener?per_page=3'],
    ['changes --limit 3', '/v1/changes?limit=3'],
    ['incidents --cause keys --limit 3', '/v1/incidents?cause=keys&per_page=3'],
    ['stats', '/v1/stats'],
  ])('%s is the document of the API and nothing else', async (text, path) => {
    const { code, stdout, stderr } = await cli(`${text} --json`, { FORCE_COLOR: '1' })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`${await served(path)}\n`)
  })

  test('a wallet, too', async () => {
    const { stdout } = await cli(`wallet ${WALLET} --json`, { PLIMSOLL_API_KEY: keys.testPro })
    expect(stdout).toBe(`${await served(`/v1/wallet/${WALLET}`, keys.testPro)}\n`)
  })

  test('an error leaves stdout empty', async () => {
    const { code, stdout, stderr } = await cli('get aavev3 --json')
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('aave-v3')
  })
})

describe('colours and widths', () => {
  const COMMANDS = [
    'search aave',
    'get aave-v3',
    'screener --limit 30',
    'changes',
    'incidents',
    'history aave-v3',
    'stats',
    '--help',
    'screener --help',
  ]

  test.each([40, 80, 200])(
    'nothing is wider than %i columns, with and without colours',
    async (columns) => {
      for (const text of COMMANDS) {
        const bare = await cli(text, { COLUMNS: String(columns) })
        const coloured = await cli(text, { COLUMNS: String(columns), FORCE_COLOR: '1' })
        for (const { stdout } of [bare, coloured]) {
          // Examples are there to be copied, in one line.
          const lines = stdout.split('\n').filter((line) => !line.startsWith('  plimsoll '))
          expect(widest(lines.join('\n')), text).toBeLessThanOrEqual(columns)
        }
        expect(bare.stdout).not.toContain(ESCAPE)
        const same = stripVTControlCharacters(coloured.stdout).replace(/[▇▁]/g, (cell) =>
          cell === '▇' ? '#' : '.',
        )
        expect(same).toBe(bare.stdout)
      }
    },
    60_000,
  )

  test('the level is there at 40 columns, and the ids are whole', async () => {
    const { stdout } = await cli('search aave --limit 3', { COLUMNS: '40' })
    expect(stdout).toMatch(/^aave-v3 .* \d\.\d [#.]{5} \w+$/m)
  })

  test('a pipe gets every column, whole', async () => {
    const { stdout } = await cli('screener --limit 5')
    expect(stdout.split('\n')[0]).toMatch(/^Id .*Name .*Category .*Chains .*TVL .*Risk .*Trap$/)
    expect(stdout).not.toContain('…')
    expect(stdout).not.toContain(ESCAPE)
  })

  test('colours are there when they are forced, and NO_COLOR takes them away', async () => {
    expect((await cli('search aave', { FORCE_COLOR: '1' })).stdout).toContain(`${ESCAPE}[1maave-v3`)
    expect((await cli('search aave', { NO_COLOR: '1' })).stdout).not.toContain(ESCAPE)
  })
})

describe('exit codes and sentences', () => {
  test.each([
    ['frobnicate', 2, 'There is no command "frobnicate".'],
    ['get', 2, 'get needs ID.'],
    ['screener --max-tvl -1', 2, '--max-tvl: must be from 0'],
    ['changes --since yesterday', 2, '--since: must be a day'],
    ['wallet nonsense', 2, 'address: must be an EVM, Solana or Tron address'],
    ['get aavev3', 3, 'Did you mean aave-v3'],
    ['history nothing-like-it-at-all', 3, 'No protocol matches'],
    ['stats --url ftp://example.org', 2, 'must begin with http:// or https://'],
    ['stats --url nowhere', 2, 'must be the address of a site'],
    ['stats --timeout 0', 2, '--timeout must be more than 0'],
  ])('%s: %i', async (text, exitCode, sentence) => {
    const { code, stdout, stderr } = await cli(text)
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' })
    expect(stderr).toContain(sentence)
    expect(stderr).not.toMatch(/\n {4}at /)
  })

  test('a key that is missing, wrong or too small is refused, and is in no message', async () => {
    const none = await cli('usage', { PLIMSOLL_API_KEY: '' })
    expect([none.code, none.stderr.includes('PLIMSOLL_API_KEY')]).toEqual([4, true])
    const revoked = await cli('stats', { PLIMSOLL_API_KEY: keys.revoked })
    expect([revoked.code, revoked.stderr.includes(keys.revoked)]).toEqual([4, false])
    const free = await cli(`wallet ${WALLET}`, { PLIMSOLL_API_KEY: keys.free })
    expect([free.code, free.stderr.includes('plan')]).toEqual([4, true])
  })

  test('no command shows the help and fails; --help and --version do not', async () => {
    const none = await cli('')
    expect([none.code, none.stdout, none.stderr.includes('Usage: plimsoll')]).toEqual([2, '', true])
    const help = await cli('get --help')
    expect((await cli('help get')).stdout).toBe(help.stdout)
    expect([help.code, help.stdout.includes('Usage: plimsoll get ID')]).toEqual([0, true])
    expect((await cli('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

function widest(text: string): number {
  return Math.max(...stripVTControlCharacters(text).split('\n').map(widthOf))
}
