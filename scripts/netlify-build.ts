import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readFormerKeys, readSigner } from '../src/bulk/signing.ts'
import { readConfig } from '../src/config/config.ts'
import { dayOf } from '../src/domain/day.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { fetchAsBuild } from '../src/host/netlify/asked-for.ts'
import { buildForNetlify, decisionFile } from '../src/publish/netlify-build.ts'
import { readNetlifySettings } from '../src/publish/netlify-settings.ts'
import { takeLock } from '../src/store/lock.ts'
import { runCommand } from './command/terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const HELP = `What Netlify and the GitHub workflow run: npm run build:netlify

Goes on from the store that the live site publishes, takes a snapshot, builds the site and adds the store for the next
build. dist.deploy.json says whether the result is worth a deploy. Exit code 0: a build was made; any other: none.

  --new-history            start a history where none is online
  --restore DIR|URL        begin it with a copy that was kept (see: npm run history -- --help)
  --help                   this text

  PLIMSOLL_SITE_URL        the live site (default on Netlify: the site itself)
  PLIMSOLL_NEW_HISTORY     today's date: the same as --new-history, for that day
  PLIMSOLL_RESTORE         the same as --restore; needs PLIMSOLL_NEW_HISTORY
  PLIMSOLL_SOURCE          live, seed or previous (default: live; previous for previews)
  PLIMSOLL_DEPLOY_BUDGET   most production deploys in a month (default 9)
  PLIMSOLL_DIST            folder to publish (default dist)`

async function runScript(name: string, words: string[], storeFile: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(ROOT, `scripts/${name}.ts`), ...words], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PLIMSOLL_DB: path.resolve(storeFile) },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) {
    throw new PlimsollError(
      'SNAPSHOT_REFUSED',
      `The ${name} step failed, so nothing is deployed and the last good site stays.`,
    )
  }
}

await runCommand(
  HELP,
  {
    'new-history': { type: 'boolean', default: false },
    restore: { type: 'string' },
  },
  async (values) => {
    const { distDir, signing, state, refreshDays } = readConfig()
    const today = dayOf(Date.now())
    // The scripts that it starts lock the folder itself. The end of the process releases this.
    takeLock(distDir, 'build for Netlify', 'session')
    const settings = readNetlifySettings(process.env, today)
    await buildForNetlify({
      root: ROOT,
      distDir,
      settings: {
        ...settings,
        newHistory: settings.newHistory || values['new-history'] || values.restore !== undefined,
        restore: values.restore ?? settings.restore,
      },
      bulk: {
        signer: readSigner(signing.key),
        formerKeys: readFormerKeys(signing.formerKeys),
        now: new Date(),
        refreshDays,
      },
      today,
      fetch: fetchAsBuild(
        { siteUrl: settings.siteUrl, secret: state.secret, now: Date.now },
        fetch,
      ),
      pause: (ms) => pause(ms),
      runScript,
      line: (text) => console.log(text),
    })
    console.log(`  (${decisionFile(distDir)})`)
  },
)
