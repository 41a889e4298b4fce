import { optionsOf } from './filter-options.ts'
import type { Table } from './table.ts'

/** Offers all names while the user types into a field. `onName` takes the group and the name that was chosen. */
export function createNameLists(
  form: HTMLFormElement,
  table: Table,
  onName: (group: string, name: string) => void,
): void {
  const names: Record<string, string[]> = {
    chain: optionsOf(table.rows.chains, table.chain).map(({ name }) => name),
    category: optionsOf(table.rows.categories, table.category).map(({ name }) => name),
  }
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-add]')) {
    const group = field.dataset.add ?? ''
    const offered = names[group] ?? []
    field.addEventListener(
      'focus',
      () => field.list?.replaceChildren(...offered.map((name) => new Option('', name))),
      { once: true },
    )
    const take = () => {
      field.setCustomValidity('')
      const wanted = field.value.trim().toLowerCase()
      const name = offered.find((each) => each.toLowerCase() === wanted)
      if (!name) return
      field.value = ''
      onName(group, name)
    }
    field.addEventListener('input', take)
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      // A known name was taken when its last letter was typed.
      if (field.value.trim())
        field.setCustomValidity(`No ${group} has this name: choose one of the list.`)
      field.reportValidity()
    })
  }
}
