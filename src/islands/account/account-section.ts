import { capitalised, count } from '../../domain/format.ts'
import { day } from '../../site/figures.ts'
import { shortAddress } from '../../site/text-parts.ts'
import { copyText } from '../dom/copy-text.ts'
import { cell, row } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import { problem } from '../dom/show-problem.ts'
import type { AccountView } from './account-view.ts'
import { addSection, ask, leave, panel, placeOf, reload } from './signed-in.ts'
import { formatResets, isSameAddress } from './words.ts'

const id = part(panel, '[data-account-id]')
const full = part(panel, '[data-address] .full')
const short = part(panel, '[data-address] .short')
const copy = part<HTMLButtonElement>(panel, '[data-copy-address]')
const again = part<HTMLButtonElement>(panel, '[data-reload]')
const form = part<HTMLFormElement>(panel, '#account-delete')
const field = part<HTMLInputElement>(form, '#account-confirm')

/** Draws whose account it is, and its limits. The address is shown in full while it has the focus. */
function draw({ account, limits: { burst, daily, quota, scans } }: AccountView): void {
  id.textContent = account.id
  full.textContent = account.address
  short.textContent = shortAddress(account.address)
  part(panel, '[data-plan]').textContent = capitalised(account.plan)
  part(panel, '[data-since]').textContent = day(account.createdAt)
  const reset = formatResets(Date.now())
  part(panel, '[data-limits] tbody').replaceChildren(
    limitRow('A minute', burst, scans?.burst, reset.minute),
    limitRow('A day', daily, scans?.daily, reset.day),
    limitRow('A month, not enforced', quota, undefined, reset.month),
  )
  part(panel, '[data-pro]').textContent = scans
    ? ''
    : `Wallet scans need the Pro plan; this account is on ${capitalised(account.plan)}. The operator of this site grants it.`
}

function limitRow(name: string, requests: number, scans: number | undefined, when: string) {
  return row(
    name,
    cell('Requests', 'n', count(requests)),
    cell('Wallet scans', 'n', scans === undefined ? '–' : count(scans)),
    cell('Begins again', '', when),
  )
}

async function signOut(everywhere: boolean): Promise<void> {
  if (await ask(placeOf('session'), 'sign-out', { everywhere })) leave(null)
}

/** Deletes the account, once its address was typed. */
async function deleteAccount(): Promise<void> {
  const confirm = full.textContent
  const isSame = isSameAddress(field.value.trim(), confirm)
  field.ariaInvalid = isSame ? null : 'true'
  part(form, '#account-confirm-problem').textContent = isSame
    ? ''
    : 'This is not the address of this account. Nothing was deleted.'
  if (!isSame) return field.focus()
  if (!(await ask(placeOf('delete'), 'delete', { confirm }))) return
  field.value = ''
  leave(problem('The account is deleted.', 'Its keys, sessions and counts are gone.'))
}

addSection(draw, () => {
  for (const place of [id, full, short]) place.textContent = ''
})
copy.ariaLabel = 'Copy the address'
copy.addEventListener('click', () => void copyText(copy, full.textContent, null))
part<HTMLElement>(panel, '[data-sign-out]').onclick = () => void signOut(false)
part<HTMLElement>(panel, '[data-sign-out-everywhere]').onclick = () => void signOut(true)
again.addEventListener('click', async () => {
  const isRead = await reload(placeOf('session'))
  again.textContent = isRead ? 'Read again: done' : 'Read again'
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void deleteAccount()
})
