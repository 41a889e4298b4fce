import {
  buildRequest,
  type ConsoleField,
  curlLine,
  shownBody,
  shownHeaders,
} from '../site/console-request.ts'
import { element } from './dom/element.ts'
import { part } from './dom/part.ts'

const MAX_CHARACTERS = 30_000
const TIMEOUT_MS = 30_000

/** Starts a console: choose an endpoint, fill in its form, send it to this site. */
function start(root: HTMLElement): void {
  const forms = [...root.querySelectorAll<HTMLFormElement>('form[data-path]')]
  const chooser = root.querySelector<HTMLSelectElement>('[data-chooser]')
  const key = part<HTMLInputElement>(root, '[data-key]')
  const curl = part(root, '[data-curl]')
  const answer = answerOf(root)
  let form = forms[0]
  const update = () => {
    if (form) curl.textContent = curlLine(location.origin, requestOf(form, key.value))
  }
  const choose = (id: string) => {
    form = forms.find((each) => each.dataset.id === id) ?? forms[0]
    for (const each of forms) each.hidden = each !== form
    if (chooser && form?.dataset.id) chooser.value = form.dataset.id
    answer.clear()
    update()
  }
  chooser?.addEventListener('change', () => {
    history.replaceState(null, '', `#${chooser.value}`)
    choose(chooser.value)
  })
  root.querySelector('[data-sandbox]')?.addEventListener('click', (event) => {
    const { sandbox } = (event.currentTarget as HTMLElement).dataset
    key.value = sandbox ?? ''
    update()
  })
  root.addEventListener('input', update)
  for (const each of forms) {
    each.addEventListener('submit', (event) => {
      event.preventDefault()
      void send(each, key.value, answer)
    })
    // The fields are reset after the event.
    each.addEventListener('reset', () => setTimeout(update))
  }
  choose(decodeURIComponent(location.hash.slice(1)))
  root.hidden = false
}

function requestOf(form: HTMLFormElement, key: string) {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')]
  return buildRequest(
    form.dataset.path ?? '',
    fields.map(
      ({ name, value, required, dataset }): ConsoleField => ({
        name,
        value,
        required,
        in: dataset.in ?? '',
      }),
    ),
    key,
  )
}

async function send(form: HTMLFormElement, key: string, answer: Answer): Promise<void> {
  const { path, headers, missing } = requestOf(form, key)
  if (missing.length > 0) return answer.say(`Fill in: ${missing.join(', ')}.`)
  answer.say('Waiting for the answer…')
  const started = performance.now()
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(path, { headers, signal, cache: 'no-store' })
    const body = await response.text()
    const ms = Math.round(performance.now() - started)
    answer.show(response, body, ms)
  } catch {
    answer.say('No answer: the request failed or took longer than 30 seconds.')
  }
}

interface Answer {
  clear: () => void
  say: (text: string) => void
  show: (response: Response, body: string, ms: number) => void
}

function answerOf(root: HTMLElement): Answer {
  const status = part(root, '[data-status]')
  const details = part<HTMLElement>(root, '[data-answer]')
  const headers = part(root, '[data-headers]')
  const body = part(root, '[data-body]')
  const cut = part<HTMLElement>(root, '[data-cut]')
  const say = (text: string) => {
    status.textContent = text
    details.hidden = true
  }
  return {
    say,
    clear: () => say(''),
    show: (response, text, ms) => {
      const size = new TextEncoder().encode(text).length
      status.textContent = `${response.status} ${response.statusText}, ${size.toLocaleString('en-GB')} bytes in ${ms} ms`
      headers.replaceChildren(
        ...shownHeaders(response.headers).map(([name, value]) =>
          element('div', '', element('dt', '', name), element('dd', '', value)),
        ),
      )
      const shown = shownBody(text, MAX_CHARACTERS)
      body.textContent = shown.text
      cut.hidden = !shown.isCut
      details.hidden = false
    },
  }
}

for (const root of document.querySelectorAll<HTMLElement>('[data-console]')) start(root)
