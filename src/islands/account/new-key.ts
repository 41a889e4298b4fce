import { copyText } from '../dom/copy-text.ts'
import { part } from '../dom/part.ts'
import { curlWith } from './words.ts'

export interface NewKeyOptions {
  /** Makes a key. Returns it, to be shown once; null when it was not made. */
  make: (name: string, environment: 'live' | 'test') => Promise<string | null>
}

export interface NewKeyForm {
  /** Takes a shown key out of the page. */
  clear: () => void
}

/** The form that makes a key, and the place where it is shown once. */
export function startNewKey(root: HTMLElement, { make }: NewKeyOptions): NewKeyForm {
  const form = part<HTMLFormElement>(root, '#account-new')
  const field = part<HTMLInputElement>(form, '#account-name')
  const wrong = part<HTMLElement>(form, '#account-name-problem')
  const send = part<HTMLButtonElement>(form, '.account-main')
  const shown = part<HTMLElement>(root, '[data-shown]')
  const secret = part<HTMLElement>(shown, '[data-key]')
  const curl = part<HTMLElement>(shown, '[data-key-curl]')

  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  const clear = () => {
    shown.hidden = true
    form.hidden = false
    secret.textContent = ''
    curl.textContent = ''
    removeEventListener('beforeunload', warn)
  }
  const show = (key: string) => {
    secret.textContent = key
    curl.textContent = curlWith(location.origin, key)
    shown.hidden = false
    // One at a time: a second key would take the first one's place.
    form.hidden = true
    field.value = ''
    addEventListener('beforeunload', warn)
    part<HTMLElement>(shown, '#account-shown').focus()
  }
  const say = (problem: string | null) => {
    wrong.textContent = problem ?? ''
    field.toggleAttribute('aria-invalid', problem !== null)
    if (problem !== null) field.focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const name = field.value.trim()
    say(nameProblem(name))
    if (nameProblem(name) !== null || send.hasAttribute('aria-disabled')) return
    send.setAttribute('aria-disabled', 'true')
    const isTest = part<HTMLInputElement>(form, '[value="test"]').checked
    void make(name, isTest ? 'test' : 'live').then((key) => {
      send.removeAttribute('aria-disabled')
      if (key !== null) show(key)
    })
  })
  for (const [selector, source] of [
    ['[data-copy-key]', secret],
    ['[data-copy-curl]', curl],
  ] as const) {
    const button = part<HTMLButtonElement>(shown, selector)
    button.addEventListener('click', () => {
      void copyText(button, source.textContent ?? '', source)
    })
  }
  part<HTMLElement>(shown, '[data-kept]').addEventListener('click', () => {
    clear()
    field.focus()
  })
  return { clear }
}

/** What is wrong with a name, in a sentence; null when nothing is. */
export function nameProblem(name: string): string | null {
  if (name === '') return 'Give the key a name, so that you can find it among others.'
  if ([...name].length > 40) return 'A name has at most 40 letters.'
  return /\p{C}/u.test(name) ? 'A name has no control characters.' : null
}
