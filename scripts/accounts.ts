import { createInterface } from 'node:readline/promises'
import { readConfig } from '../src/config/config.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import {
  deleteAccount,
  type ListedAccount,
  listAccounts,
  type ShownAccount,
  showAccount,
} from '../src/state/manage-accounts.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `Look after accounts: npm run accounts -- COMMAND [options]

  list                 all accounts, oldest first, with the number of their keys
  show --id ID         one account: its keys and its usage of this month
  delete --id ID       delete it with its keys, sessions and usage; asks for the id again
  --yes                delete without asking
  --json               print JSON instead of text
  --help               this text

People make accounts themselves, by signing in with a wallet at /account/. The plan of one: npm run keys -- grant --account ID --plan pro.
Accounts are kept in STATE_URL (default sqlite:data/state.sqlite). Exit code: 0 when it is done, 1 when there is no such account or the
store cannot be used, 2 for a wrong option or setting.`

const OPTIONS = {
  id: { type: 'string' },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parse>['values']

const COMMANDS: Record<string, { options: string[]; act: (values: Values) => Promise<void> }> = {
  list: { options: [], act: list },
  show: { options: ['id'], act: show },
  delete: { options: ['id', 'yes'], act: remove },
}

async function main(): Promise<void> {
  const { values, positionals } = parse()
  if (values.help) {
    console.log(HELP)
    return
  }
  const [name = '', ...rest] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || rest.length > 0) {
    throw new PlimsollError('USAGE', 'Say one of list, show or delete. Try --help.')
  }
  for (const option of ['id', 'yes'] as const) {
    if (values[option] && !command.options.includes(option)) {
      throw new PlimsollError('USAGE', `${name} does not take --${option}. Try --help.`)
    }
  }
  await command.act(values)
}

function parse() {
  return readArguments({ options: OPTIONS, allowPositionals: true })
}

async function list(values: Values): Promise<void> {
  const accounts = await listAccounts(readConfig().state)
  if (values.json) {
    console.log(JSON.stringify(accounts))
    return
  }
  for (const account of accounts) console.log(lineOf(account))
  if (accounts.length === 0) console.log('There are no accounts yet.')
}

async function show(values: Values): Promise<void> {
  const shown = await showAccount(readConfig().state, idOf(values), new Date())
  if (values.json) console.log(JSON.stringify(shown))
  else for (const line of linesOf(shown)) console.log(line)
}

async function remove(values: Values): Promise<void> {
  const id = idOf(values)
  const { state } = readConfig()
  if (!values.yes && !(await isConfirmed(id))) {
    throw new PlimsollError('USAGE', 'Nothing was deleted: the id that was typed is another.')
  }
  await deleteAccount(state, id)
  console.log(values.json ? JSON.stringify({ deleted: id }) : `Deleted ${id} with all it had.`)
}

function idOf({ id }: Values): string {
  if (id === undefined || id === '') {
    throw new PlimsollError('USAGE', 'Say which account with --id. Try list.')
  }
  return id
}

/** Asks for the id on a terminal. Throws `USAGE` elsewhere, where nobody can answer. */
async function isConfirmed(id: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new PlimsollError('USAGE', 'Deleting cannot be undone. Add --yes to do it.')
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const question = 'This deletes the account, its keys and its usage. Type its id to go on: '
    return (await terminal.question(question)).trim() === id
  } finally {
    terminal.close()
  }
}

function lineOf({ id, wallet, plan, createdAt, keys }: ListedAccount): string {
  return [id, plan.padEnd(4), createdAt, `${keys} keys`, wallet].join('  ')
}

function linesOf({ account, keys, usage }: ShownAccount): string[] {
  const { month, requests, counts, refused, quota } = usage
  const groups = Object.entries(counts).map(([group, count]) => `${group} ${count}`)
  return [
    [account.id, account.plan, account.createdAt, account.wallet].join('  '),
    `${month}: ${requests} requests of ${quota} (${groups.join(', ')}), ${refused} refused`,
    ...keys.map(({ id, hint, environment, name, revokedAt, lastUsedDay }) => {
      const state = revokedAt === null ? 'active' : `revoked ${revokedAt}`
      const used = lastUsedDay === null ? 'not used since last month' : `last used ${lastUsedDay}`
      return [id, hint, environment, state, used, JSON.stringify(name)].join('  ')
    }),
  ]
}

await run(main)
