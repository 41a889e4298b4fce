import { element } from '../dom/element.ts'
import type { AccountProblem } from './problems.ts'

/** Shows a problem in its place, or takes it away. */
export function showProblem(place: HTMLElement, problem: AccountProblem | null): void {
  place.hidden = problem === null
  if (problem === null) {
    place.replaceChildren()
    return
  }
  const parts: Node[] = [element('strong', '', problem.title)]
  if (problem.text !== '') parts.push(document.createTextNode(` ${problem.text}`))
  if (problem.documentation !== null) {
    const link = element('a', '', 'About this error')
    link.href = problem.documentation
    parts.push(document.createTextNode(' '), link)
  }
  place.replaceChildren(element('p', '', ...parts))
}
