import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { SCAN_CHAINS } from '../src/chains/scan-chains.ts'
import { nodeVariable } from '../src/chains/wallet-nodes.ts'
import { openSqliteState } from '../src/state/sqlite/store.ts'
import { issueKeys } from '../src/testing/api/node-target.ts'
import { publishTo, seedCatalogues } from '../src/testing/published/two-snapshots.ts'
import { temporaryFolder } from '../src/testing/temporary-folder.ts'

const SCRIPT = fileURLToPath(new URL('./serve.ts', import.meta.url))

const folder = temporaryFolder()

test('a scan that is under way when the server is stopped is answered', async () => {
  const { after } = await seedCatalogues()
  await publishTo(`${folder}/dist`, after)
  // Nodes that never answer, so that a scan takes its whole time.
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const nodes = Object.fromEntries(SCAN_CHAINS.map(({ key }) => [nodeVariable(key), url]))
  const file = `${folder}/stopping.sqlite`
  const state = openSqliteState(file)
  const secret = 'a secret of the tests, long enough to be one'
  const { pro } = await issueKeys(state)
  await state.close()
  const child = spawn(process.execPath, [SCRIPT], {
    env: {
      ...nodes,
      DEFILLAMA_COINS_URL: url,
      HYPERLIQUID_URL: url,
      STATE_URL: `sqlite:${file}`,
      PLIMSOLL_SECRET: secret,
      PLIMSOLL_DIST: `${folder}/dist`,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const port = Number(/:(\d+)\n$/.exec(String(line))?.[1])
  const begun = performance.now()
  const asked = fetch(
    `http://127.0.0.1:${port}/v1/wallet/0x5ca1ab1e00000000000000000000000000000001`,
    {
      headers: { 'X-API-Key': pro },
    },
  )
  await new Promise((resolve) => setTimeout(resolve, 500))
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const { status } = await asked
  const took = performance.now() - begun
  process.stdout.write(`A scan answered ${status} after ${Math.round(took)} ms\n`)
  expect([200, 503]).toContain(status)
  await exited
  expect(performance.now() - begun).toBeLessThan(20_000)
  silent.closeAllConnections()
  silent.close()
}, 30_000)
