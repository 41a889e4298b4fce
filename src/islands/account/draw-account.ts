import { count } from '../../domain/format.ts'
import { day } from '../../site/figures.ts'
import { copyText } from '../dom/copy-text.ts'
import { cell, element, rowHead } from '../dom/element.ts'
import { part } from '../dom/part.ts'
import type { AccountView } from './read-account.ts'
import { formatResets, planName, shortAddress } from './words.ts'

/** Draws whose account it is. The address is shown in full while it has the focus. */
export function drawWho(panel: HTMLElement, { id, address, plan, createdAt }: AccountView): void {
  part(panel, '[data-account-id]').textContent = id
  part(panel, '[data-address] .full').textContent = address
  part(panel, '[data-address] .short').textContent = shortAddress(address)
  const copy = part<HTMLButtonElement>(panel, '[data-copy-address]')
  copy.setAttribute('aria-label', 'Copy the address')
  copy.onclick = () => void copyText(copy, address, null)
  part(panel, '[data-plan]').textContent = planName(plan)
  part(panel, '[data-since]').textContent = createdAt === null ? '?' : day(createdAt)
}

/** Takes out of the page whose account it was. */
export function clearWho(panel: HTMLElement): void {
  for (const place of ['[data-account-id]', '[data-address] .full', '[data-address] .short']) {
    part(panel, place).textContent = ''
  }
}

/** Draws the limits of the account and when their counters begin again. */
export function drawLimits(panel: HTMLElement, { limits, plan }: AccountView): void {
  const { burst, daily, quota, scans } = limits
  const reset = formatResets(Date.now())
  const row = (name: string, requests: number | null, scanned: number | null, when: string) =>
    element(
      'tr',
      '',
      rowHead('', name),
      cell('Requests', 'n', requests === null ? '–' : count(requests)),
      cell('Wallet scans', 'n', scanned === null ? '–' : count(scanned)),
      cell('Begins again', '', when),
    )
  part(panel, '[data-limits] tbody').replaceChildren(
    row('A minute', burst, scans?.burst ?? null, reset.minute),
    row('A day', daily, scans?.daily ?? null, reset.day),
    row('A month, not enforced', quota, null, reset.month),
  )
  part(panel, '[data-pro]').textContent = scans
    ? ''
    : `Wallet scans need the Pro plan; this account is on ${planName(plan)}. The operator of this site grants it.`
}
