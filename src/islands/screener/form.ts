import { THRESHOLDS } from '../../contract/query.ts'
import { usd } from '../../domain/format.ts'
import { part } from '../dom/part.ts'
import { limitText } from './risk-label.ts'
import type { Spell } from './search.ts'
import type { ScreenState } from './state.ts'

/** Shows a state in the form. A chosen name or amount that the form does not offer is added to it. */
export function writeForm(form: HTMLFormElement, state: ScreenState, spell: Spell): void {
  const text = part<HTMLInputElement>(form, '[name=q]')
  // Text being typed stays, such as a space at the end.
  if (text.value.trim() !== state.text) text.value = state.text
  for (const [name, column] of Object.entries(THRESHOLDS)) {
    writeSlider(part(form, `[name=${name}]`), state.maxima[column] ?? null)
  }
  writeTicks(form, 'level', state.levels)
  writeNames(form, 'chain', state.chains.map(spell))
  writeNames(form, 'category', state.categories.map(spell))
  writeAmount(part(form, '[name=minTvl]'), state.minTvlUsd)
  writeAmount(part(form, '[name=maxTvl]'), state.maxTvlUsd)
  part<HTMLSelectElement>(form, '[name=sort]').value = state.sort
  part<HTMLSelectElement>(form, '[name=order]').value = state.direction
}

function writeSlider(slider: HTMLInputElement, maximum: number | null): void {
  const words = maximum === null ? 'any' : limitText(maximum)
  slider.value = String(maximum ?? 10)
  slider.setAttribute('aria-valuetext', maximum === null ? 'any' : `at most ${words}`)
  const label = slider.closest('label')
  label?.classList.toggle('off', maximum === null)
  const output = label?.querySelector('output')
  if (output) output.textContent = words
}

function writeNames(form: HTMLFormElement, name: string, wanted: readonly string[]): void {
  const fieldset = part(form, `[data-names=${name}]`)
  const offered = ticksOf(form, name).map(({ value }) => value.toLowerCase())
  for (const each of wanted) {
    if (!offered.includes(each.toLowerCase())) addTick(fieldset, name, each)
  }
  writeTicks(form, name, wanted)
}

/** A copy of a check box of the same group, before the field for more. */
function addTick(fieldset: Element, name: string, value: string): void {
  const sample = fieldset.querySelector('.ck')
  if (!sample) return
  const label = sample.cloneNode(true) as Element
  const input = part<HTMLInputElement>(label, 'input')
  input.name = name
  input.value = value
  part(label, 'span').textContent = value
  part(label, 'small').textContent = ''
  fieldset.insertBefore(label, fieldset.querySelector('.more'))
}

function writeTicks(form: HTMLFormElement, name: string, wanted: readonly string[]): void {
  const names = wanted.map((each) => each.toLowerCase())
  for (const input of ticksOf(form, name)) input.checked = names.includes(input.value.toLowerCase())
}

function ticksOf(form: HTMLFormElement, name: string): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`[type=checkbox][name=${name}]`)]
}

function writeAmount(select: HTMLSelectElement, amount: number | null): void {
  const value = String(amount ?? '')
  if (![...select.options].some((option) => option.value === value)) {
    select.append(new Option(usd(amount ?? 0), value))
  }
  select.value = value
}
