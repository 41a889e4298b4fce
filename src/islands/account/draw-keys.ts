import { day } from '../../site/figures.ts'
import { cell, element, name, rowHead } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import type { AccountView, KeyView } from './read-account.ts'
import { formatKeysInUse, formatLastUsed, formatRevoked } from './words.ts'

export interface KeysOptions {
  /** UTC day. */
  today: string
  /** Revokes a key that the reader confirmed. */
  revoke: (key: KeyView) => Promise<void>
}

/** Draws the table of keys: those in use first, oldest first. */
export function drawKeys(root: HTMLElement, view: AccountView, options: KeysOptions): void {
  const table = part<HTMLElement>(root, '[data-keys]')
  const keys = [...view.keys].sort(
    (a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null),
  )
  part(table, 'tbody').replaceChildren(...keys.map((key) => keyRow(key, view, options)))
  table.hidden = keys.length === 0
  part<HTMLElement>(root, '[data-no-keys]').hidden = keys.length > 0
  part(root, '[data-places]').textContent = formatKeysInUse(view)
}

function keyRow(key: KeyView, view: AccountView, { today, revoke }: KeysOptions): HTMLElement {
  const isRevoked = key.revokedAt !== null
  return element(
    'tr',
    isRevoked ? 'revoked' : '',
    rowHead('', name(key.name === '' ? 'without a name' : key.name)),
    cell('Key', '', element('code', '', key.hint)),
    cell('Data', '', key.environment),
    cell('Made', '', formatDay(key.createdAt)),
    cell('Last used', '', formatLastUsed(key, today)),
    isRevoked
      ? cell('Revoked', 'act', `revoked ${formatDay(key.revokedAt)}`)
      : cell('', 'act', ...revocation(key, view, revoke)),
  )
}

function formatDay(iso: string | null): string {
  return iso === null ? '?' : day(iso)
}

/** A button, and the question that takes its place. */
function revocation(
  key: KeyView,
  { revokedWithinSeconds }: AccountView,
  revoke: (key: KeyView) => Promise<void>,
): HTMLElement[] {
  const ask = button('Revoke', `Revoke ${key.name || key.hint}`)
  const yes = button('Revoke it', `Revoke it: ${key.name || key.hint}`)
  const no = button('Keep it', `Keep it: ${key.name || key.hint}`)
  const words = `Its requests are ${formatRevoked(revokedWithinSeconds)}. It cannot be undone.`
  const question = element('div', 'account-question', element('span', '', words), yes, no)
  question.hidden = true
  ask.addEventListener('click', () => {
    ask.hidden = true
    question.hidden = false
    yes.focus()
  })
  const back = () => {
    question.hidden = true
    ask.hidden = false
    ask.focus()
  }
  no.addEventListener('click', back)
  question.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') back()
  })
  yes.addEventListener('click', () => {
    if (yes.hasAttribute('aria-disabled')) return
    yes.setAttribute('aria-disabled', 'true')
    void revoke(key).finally(() => yes.removeAttribute('aria-disabled'))
  })
  return [ask, question]
}

function button(text: string, label: string): HTMLButtonElement {
  const made = element('button', 'plain-button', text)
  made.type = 'button'
  made.setAttribute('aria-label', label)
  return made
}
