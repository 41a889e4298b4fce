import { day } from '../../site/figures.ts'
import { button, cell, element, name, rowHead } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import type { AccountView, KeyView } from './account-view.ts'
import { createQuestion } from './question.ts'
import { addSection, ask, panel, placeOf, reload } from './signed-in.ts'
import { formatKeysInUse, formatLastUsed, formatRevoked } from './words.ts'

const table = part<HTMLElement>(panel, '[data-keys]')
const status = part<HTMLElement>(panel, '[data-keys-status]')

/** Draws the table of keys: those in use first, oldest first. */
function draw(view: AccountView): void {
  const { keys, revokedWithinSeconds } = view
  const inUse = keys.filter(({ revokedAt }) => revokedAt === null)
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null)
  const rows = [...inUse, ...revoked].map((key) => keyRow(key, revokedWithinSeconds))
  part(table, 'tbody').replaceChildren(...rows)
  table.hidden = keys.length === 0
  part<HTMLElement>(panel, '[data-no-keys]').hidden = keys.length > 0
  part(panel, '[data-places]').textContent = formatKeysInUse(view)
}

function keyRow(key: KeyView, revokedWithin: number): HTMLElement {
  const today = new Date().toISOString().slice(0, 10)
  return element(
    'tr',
    key.revokedAt === null ? '' : 'revoked',
    rowHead(name(key.name === '' ? 'without a name' : key.name)),
    cell('Key', '', element('code', '', key.hint)),
    cell('Data', '', key.environment),
    cell('Made', '', day(key.createdAt)),
    cell('Last used', '', formatLastUsed(key, today)),
    key.revokedAt === null
      ? cell('', 'act', ...revocation(key, revokedWithin))
      : cell('Revoked', 'act', `revoked ${day(key.revokedAt)}`),
  )
}

/** A button, and the question that takes its place. */
function revocation(key: KeyView, revokedWithin: number): HTMLElement[] {
  const about = key.name || key.hint
  const question = createQuestion({
    words: `Its requests are ${formatRevoked(revokedWithin)}. It cannot be undone.`,
    yes: 'Revoke it',
    about,
    act: () => revoke(key, revokedWithin),
    no: () => {
      first.hidden = false
    },
  })
  const onPress = () => {
    first.hidden = true
    question.ask(first)
  }
  const first = button('Revoke', onPress, { ariaLabel: `Revoke ${about}` })
  return [first, question.place]
}

async function revoke({ id, name: called, hint }: KeyView, revokedWithin: number): Promise<void> {
  if (!(await ask(placeOf('keys'), 'keys/revoke', { id }))) return
  await reload(placeOf('keys'))
  status.textContent = `“${called || hint}” is revoked: ${formatRevoked(revokedWithin)}.`
  part<HTMLElement>(panel, '#account-name').focus()
}

addSection(draw)
