import { readConfig } from '../../src/config/config.ts'
import {
  deleteAccount,
  type ListedAccount,
  listAccounts,
  type ShownAccount,
  showAccount,
} from '../../src/state/manage-accounts.ts'
import { type Terminal, type Topic, usageError, type Values } from './topic.ts'

export const accounts: Topic = {
  about: 'Look after accounts',
  actions: {
    list: {
      usage: '',
      about: 'all accounts, oldest first, with the number of their keys',
      run: list,
    },
    show: {
      usage: '--id ID',
      about: 'one account: its keys and its usage of this month',
      run: show,
    },
    delete: {
      usage: '--id ID --yes',
      about: 'delete it with its keys, sessions and usage; without --yes it asks for the id again',
      run: remove,
    },
  },
  hasJson: true,
  notes: `People make accounts themselves, by signing in with a wallet at /account/. The plan of one: npm run keys -- grant
    --account ID --plan pro. Accounts are kept in STATE_URL (default sqlite:data/state.sqlite). Exit code: 0 when it is done, 1 when
    there is no such account or the store cannot be used, 2 for a wrong option or setting.`,
}

async function list(values: Values, { env, print }: Terminal): Promise<void> {
  const found = await listAccounts(readConfig(env).state)
  if (values.flag('json')) return print(JSON.stringify(found))
  for (const account of found) print(lineOf(account))
  if (found.length === 0) print('There are no accounts yet.')
}

async function show(values: Values, { env, print }: Terminal): Promise<void> {
  const shown = await showAccount(readConfig(env).state, idOf(values), new Date())
  if (values.flag('json')) print(JSON.stringify(shown))
  else for (const line of linesOf(shown)) print(line)
}

async function remove(values: Values, terminal: Terminal): Promise<void> {
  const id = idOf(values)
  const { state } = readConfig(terminal.env)
  if (!values.flag('yes') && !(await isConfirmed(id, terminal))) {
    throw usageError('Nothing was deleted: the id that was typed is another.')
  }
  await deleteAccount(state, id)
  const text = `Deleted ${id} with all it had.`
  terminal.print(values.flag('json') ? JSON.stringify({ deleted: id }) : text)
}

function idOf(values: Values): string {
  return values.required('id', 'Name the account with --id; list shows them.')
}

async function isConfirmed(id: string, { ask }: Terminal): Promise<boolean> {
  if (!ask) throw usageError('Deleting cannot be undone. Add --yes to do it.')
  const question = 'This deletes the account, its keys and its usage. Type its id to go on: '
  return (await ask(question)).trim() === id
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
