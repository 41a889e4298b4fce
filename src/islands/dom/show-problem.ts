import { element } from './element.ts'

/** What went wrong, for the reader: what happened, then what to do. */
export interface Problem {
  title: string
  text: string
  /** Page about the code of the error. */
  documentation: string | null
}

export function problem(title: string, text: string, documentation: string | null = null): Problem {
  return { title, text, documentation }
}

/** Shows a problem in its place, or takes it away. */
export function showProblem(place: HTMLElement, shown: Problem | null): void {
  place.hidden = shown === null
  place.replaceChildren(...(shown ? [sentences(shown)] : []))
}

function sentences({ title, text, documentation }: Problem): HTMLElement {
  const words = element('p', '', element('strong', '', title), text === '' ? '' : ` ${text}`)
  if (documentation !== null) {
    words.append(' ', element('a', { href: documentation }, 'About this error'))
  }
  return words
}
