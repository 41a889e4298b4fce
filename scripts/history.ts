import { readConfig } from '../src/config.ts'
import { PlimsollError } from '../src/errors.ts'
import { copyHistory, restoreHistory } from '../src/publish/copy-history.ts'
import { takeLock } from '../src/store/lock.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `Keep a copy of the scores outside the site, and get them back: npm run history -- VERB --from PLACE [--to DIR]

  copy --from PLACE --to DIR   check what PLACE publishes and keep it in DIR: a manifest and a packed store
  restore --from PLACE         make the store (PLIMSOLL_DB) from it; a store that is there already is left alone
  --help                       this text

PLACE is a site (https://example.com), a folder that was copied, or the address of one. To begin a new site with a
copy: npm run build:netlify -- --restore PLACE. Exit code: 0 done and checked; 1 not, and nothing was kept; 2 a wrong word;
75 another process uses the store.`

async function main(): Promise<void> {
  const { values, positionals } = readArguments({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const [verb, more] = positionals
  const { from, to } = values
  if (more !== undefined || !from || (verb === 'copy') !== (to !== undefined)) throw usage()
  if (verb === 'copy' && to) console.log(`✓ ${to} holds ${await copyHistory(from, to)}`)
  else if (verb === 'restore') {
    const file = readConfig().storeFiles.live
    const release = takeLock(file, 'restore')
    try {
      console.log(`✓ ${file} holds ${await restoreHistory(from, file)}`)
    } finally {
      release()
    }
  } else throw usage()
}

function usage(): PlimsollError {
  return new PlimsollError(
    'USAGE',
    'Say what to do: copy --from PLACE --to DIR, or restore --from PLACE. Try --help.',
  )
}

await run(main)
