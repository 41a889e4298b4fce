const SVG = 'http://www.w3.org/2000/svg'

export type Child = Node | string

/** An HTML element with a class and children. Strings become text nodes: nothing is ever read as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}

/** A name from outside. */
export function name(text: string): HTMLElement {
  return element('bdi', '', text)
}

/** A cell with the label that it has where the table is stacked. */
export function cell(label: string, className: string, ...children: Child[]): HTMLElement {
  const made = element('td', className, ...children)
  if (label !== '') made.dataset.label = label
  return made
}

export function rowHead(className: string, ...children: Child[]): HTMLElement {
  const made = element('th', className, ...children)
  made.scope = 'row'
  return made
}

/** An SVG element with attributes. */
export function drawing(tag: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS(SVG, tag)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
