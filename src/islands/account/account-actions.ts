import { part } from '../dom/part.ts'
import { type AccountProblem, problem } from './problems.ts'
import type { Answer, Send } from './requests.ts'

export interface Actions {
  send: Send
  dataOf: (answer: Answer, place: HTMLElement) => object | null
  places: (name: string) => HTMLElement
  leave: (reason: AccountProblem | null) => void
  reload: (place: HTMLElement) => Promise<boolean>
  address: () => string
}

/** Signing out, reading again and deleting the account. */
export function startActions(panel: HTMLElement, actions: Actions): void {
  const { send, dataOf, places, leave, reload, address } = actions
  for (const [selector, everywhere] of [
    ['[data-sign-out]', false],
    ['[data-sign-out-everywhere]', true],
  ] as const) {
    part<HTMLElement>(panel, selector).addEventListener('click', async () => {
      if (dataOf(await send('sign-out', { everywhere }), places('session'))) leave(null)
    })
  }
  const again = part<HTMLButtonElement>(panel, '[data-reload]')
  again.addEventListener('click', async () => {
    const isRead = await reload(places('session'))
    again.textContent = isRead ? 'Read again: done' : 'Read again'
  })
  const form = part<HTMLFormElement>(panel, '#account-delete')
  const field = part<HTMLInputElement>(form, '#account-confirm')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const isSame = isSameAddress(field.value.trim(), address())
    field.toggleAttribute('aria-invalid', !isSame)
    part(form, '#account-confirm-problem').textContent = isSame
      ? ''
      : 'This is not the address of this account. Nothing was deleted.'
    if (!isSame) return field.focus()
    if (!dataOf(await send('delete', { confirm: address() }), places('delete'))) return
    field.value = ''
    leave(DELETED)
  })
}

const DELETED = problem('The account is deleted.', 'Its keys, sessions and counts are gone.')

/** Ethereum addresses are written with letters of either case. */
export function isSameAddress(entered: string, address: string): boolean {
  return address.startsWith('0x')
    ? entered.toLowerCase() === address.toLowerCase()
    : entered === address
}
