import { readConfig } from '../src/config/config.ts'
import { PLAN_NAMES, type PlanName } from '../src/contract/plans.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { type Backup, backUpState, restoreState } from '../src/state/backup.ts'
import { grantToAccount } from '../src/state/manage-accounts.ts'
import { changeKey, createKey, type ListedKey, listKeys } from '../src/state/manage-keys.ts'
import type { KeyEnvironment } from '../src/state/state-store.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `Manage API keys: npm run keys -- COMMAND [options]

  create --plan free|pro --env live|test   make a key and show it, this once (default: --plan free --env live)
  list                                     all keys, oldest first
  revoke --id ID                           refuse a key from now on (with blobs: within about two minutes)
  grant --id ID --plan free|pro            change the plan of a key
  grant --account ID --plan free|pro       change the plan of an account and of all its keys
  backup --to DIR                          copy keys, accounts, counters and secret, also while a server runs
  restore --from DIR                       put a copy in place; never replaces a file
  --json                                   print JSON instead of text
  --help                                   this text

Keys are kept in STATE_URL (default sqlite:data/state.sqlite) as hashes under PLIMSOLL_SECRET, so a lost key cannot be
shown again: revoke it and create another. Exit code: 0 when it is done, 1 when there is no such key or the store cannot
be used, 2 for a wrong option or setting.`

const OPTIONS = {
  plan: { type: 'string' },
  env: { type: 'string' },
  id: { type: 'string' },
  account: { type: 'string' },
  to: { type: 'string' },
  from: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Values = ReturnType<typeof parse>['values']

const COMMANDS: Record<string, { options: string[]; act: (values: Values) => Promise<void> }> = {
  create: { options: ['plan', 'env'], act: create },
  list: { options: [], act: list },
  revoke: {
    options: ['id'],
    act: (values) => change(values, { revokedAt: new Date().toISOString() }),
  },
  grant: { options: ['id', 'account', 'plan'], act: grant },
  backup: { options: ['to'], act: backUp },
  restore: { options: ['from'], act: restore },
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
    throw new PlimsollError(
      'USAGE',
      'Say one of create, list, revoke, grant, backup or restore. Try --help.',
    )
  }
  for (const option of ['plan', 'env', 'id', 'account', 'to', 'from'] as const) {
    if (values[option] !== undefined && !command.options.includes(option)) {
      throw new PlimsollError('USAGE', `${name} does not take --${option}. Try --help.`)
    }
  }
  await command.act(values)
}

function parse() {
  return readArguments({ options: OPTIONS, allowPositionals: true })
}

async function create(values: Values): Promise<void> {
  const plan = planOf(values.plan ?? 'free')
  const environment = environmentOf(values.env ?? 'live')
  const { key, record } = await createKey(readConfig().state, { environment, plan })
  if (values.json) {
    console.log(JSON.stringify({ key, ...record }))
    return
  }
  console.log(key)
  console.error(
    `The ${plan} key ${record.id} (${environment}). Keep it now: it is not shown again.`,
  )
}

async function list(values: Values): Promise<void> {
  const records = await listKeys(readConfig().state)
  if (values.json) {
    console.log(JSON.stringify(records))
    return
  }
  for (const record of records) console.log(lineOf(record))
  if (records.length === 0) console.log('There are no keys yet.')
}

async function grant(values: Values): Promise<void> {
  if (values.plan === undefined) throw new PlimsollError('USAGE', 'grant wants --plan. Try --help.')
  const plan = planOf(values.plan)
  const { id, account } = values
  if (!account) return change(values, { plan })
  if (id !== undefined) throw new PlimsollError('USAGE', 'Say one of --id and --account.')
  const record = await grantToAccount(readConfig().state, account, plan)
  console.log(
    values.json
      ? JSON.stringify(record)
      : [record.id, record.plan, record.createdAt, record.wallet].join('  '),
  )
}

async function change(
  values: Values,
  what: { plan?: PlanName; revokedAt?: string },
): Promise<void> {
  const { id } = values
  if (id === undefined || id === '') {
    throw new PlimsollError('USAGE', 'Say which key with --id. Try list.')
  }
  const record = await changeKey(readConfig().state, id, what)
  console.log(values.json ? JSON.stringify(record) : lineOf(record))
}

async function backUp(values: Values): Promise<void> {
  if (!values.to) throw new PlimsollError('USAGE', 'Say where with --to DIR.')
  report(values, await backUpState(readConfig().state, values.to))
}

async function restore(values: Values): Promise<void> {
  if (!values.from) throw new PlimsollError('USAGE', 'Say which copy with --from DIR.')
  report(values, restoreState(readConfig().state, values.from))
}

function report(values: Values, made: Backup): void {
  if (values.json) console.log(JSON.stringify(made))
  else for (const file of made.files) console.log(file)
  if (!made.hasSecret) console.error('The secret is not in the copy: keep PLIMSOLL_SECRET as well.')
}

function lineOf(key: ListedKey): string {
  const { id, hint, environment, plan, createdAt, revokedAt, accountId, name } = key
  const state = revokedAt === null ? 'active' : `revoked ${revokedAt}`
  const owner = accountId === null ? [] : [accountId, JSON.stringify(name)]
  return [id, hint, environment, plan.padEnd(4), createdAt, state, ...owner].join('  ')
}

function planOf(text: string): PlanName {
  const plan = PLAN_NAMES.find((name) => name === text)
  if (!plan) throw new PlimsollError('USAGE', `--plan wants ${PLAN_NAMES.join(' or ')}.`)
  return plan
}

function environmentOf(text: string): KeyEnvironment {
  if (text === 'live' || text === 'test') return text
  throw new PlimsollError('USAGE', '--env wants live or test.')
}

await run(main)
