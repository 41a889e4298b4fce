import { readConfig } from '../../src/config/config.ts'
import { PLAN_NAMES, type PlanName } from '../../src/contract/plans.ts'
import { type Backup, backUpState, restoreState } from '../../src/state/backup.ts'
import { grantToAccount } from '../../src/state/manage-accounts.ts'
import { changeKey, createKey, type ListedKey, listKeys } from '../../src/state/manage-keys.ts'
import type { KeyEnvironment } from '../../src/state/state-store.ts'
import { type Terminal, type Topic, usageError, type Values } from './topic.ts'

const PLANS = PLAN_NAMES.join('|')

export const keys: Topic = {
  about: 'Manage API keys',
  actions: {
    create: {
      usage: `--plan ${PLANS} --env live|test`,
      about: 'make a key and show it, this once (default: --plan free --env live)',
      run: create,
    },
    list: { usage: '', about: 'all keys, oldest first', run: list },
    revoke: {
      usage: '--id ID',
      about: 'refuse a key from now on (with blobs: within about two minutes)',
      run: (values, terminal) => change(values, terminal, { revokedAt: new Date().toISOString() }),
    },
    grant: {
      usage: `--id ID --account ID --plan ${PLANS}`,
      about: 'change the plan of a key, or of an account and of all its keys',
      run: grant,
    },
    backup: {
      usage: '--to DIR',
      about: 'copy keys, accounts, counters and secret, also while a server runs',
      run: backUp,
    },
    restore: {
      usage: '--from DIR',
      about: 'put a copy in place; never replaces a file',
      run: restore,
    },
  },
  hasJson: true,
  notes: `Keys are kept in STATE_URL (default sqlite:data/state.sqlite) as hashes under PLIMSOLL_SECRET, so a lost key cannot be shown
    again: revoke it and create another. Exit code: 0 when it is done, 1 when there is no such key or the store cannot be used, 2 for a
    wrong option or setting.`,
}

async function create(values: Values, { env, isDiscarded, print, note }: Terminal): Promise<void> {
  const plan = planOf(values.text('plan') ?? 'free')
  const environment = environmentOf(values.text('env') ?? 'live')
  if (isDiscarded) throw usageError('A key is shown once, and this output is discarded.')
  const { key, record } = await createKey(readConfig(env).state, { environment, plan })
  print(values.flag('json') ? JSON.stringify({ key, ...record }) : key)
  note(
    `The ${plan} key ${record.id} (${environment}). Keep it now: it is not shown again. If it was lost, revoke this id.`,
  )
}

async function list(values: Values, { env, print }: Terminal): Promise<void> {
  const records = await listKeys(readConfig(env).state)
  if (values.flag('json')) return print(JSON.stringify(records))
  for (const record of records) print(lineOf(record))
  if (records.length === 0) print('There are no keys yet.')
}

async function grant(values: Values, terminal: Terminal): Promise<void> {
  const plan = planOf(values.required('plan', 'grant needs --plan.'))
  const account = values.text('account')
  if (!account) return change(values, terminal, { plan })
  if (values.text('id') !== undefined) throw usageError('Choose one of --id and --account.')
  const record = await grantToAccount(readConfig(terminal.env).state, account, plan)
  const line = [record.id, record.plan, record.createdAt, record.wallet].join('  ')
  terminal.print(values.flag('json') ? JSON.stringify(record) : line)
}

async function change(
  values: Values,
  { env, print, note }: Terminal,
  what: { plan?: PlanName; revokedAt?: string },
): Promise<void> {
  const id = values.required('id', 'Name the key with --id; list shows them.')
  const record = await changeKey(readConfig(env).state, id, what)
  print(values.flag('json') ? JSON.stringify(record) : lineOf(record))
  if (record.revokedAt !== (what.revokedAt ?? null))
    note('It was revoked before, and keeps that date.')
}

async function backUp(values: Values, terminal: Terminal): Promise<void> {
  const to = values.required('to', 'Name the folder of the copy with --to DIR.')
  report(values, terminal, await backUpState(readConfig(terminal.env).state, to))
}

function restore(values: Values, terminal: Terminal): void {
  const from = values.required('from', 'Name the copy with --from DIR.')
  report(values, terminal, restoreState(readConfig(terminal.env).state, from))
}

function report(values: Values, { print, note }: Terminal, made: Backup): void {
  if (values.flag('json')) print(JSON.stringify(made))
  else for (const file of made.files) print(file)
  if (!made.hasSecret) note('The secret is not in the copy: keep PLIMSOLL_SECRET as well.')
}

function lineOf(key: ListedKey): string {
  const { id, hint, environment, plan, createdAt, revokedAt, accountId, name } = key
  const state = revokedAt === null ? 'active' : `revoked ${revokedAt}`
  const owner = accountId === null ? [] : [accountId, JSON.stringify(name)]
  return [id, hint, environment, plan.padEnd(4), createdAt, state, ...owner].join('  ')
}

function planOf(text: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === text)
  if (!plan) throw usageError(`--plan must be ${PLAN_NAMES.join(' or ')}.`)
  return plan
}

function environmentOf(text: string): KeyEnvironment {
  if (text === 'live' || text === 'test') return text
  throw usageError('--env must be live or test.')
}
