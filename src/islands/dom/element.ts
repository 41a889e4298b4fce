const SVG = 'http://www.w3.org/2000/svg'

export type Child = Node | string

/**
 * An HTML element with its properties, or only a class, and children. Strings become text nodes: nothing is ever read as HTML.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: string | Partial<HTMLElementTagNameMap[K]>,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  if (typeof properties !== 'string') Object.assign(made, properties)
  else if (properties !== '') made.className = properties
  made.append(...children)
  return made
}

/** A button that does nothing else than `onclick`. */
export function button(
  text: string,
  onclick: (event: MouseEvent) => void,
  properties: Partial<HTMLButtonElement> = {},
): HTMLButtonElement {
  return element(
    'button',
    { type: 'button', className: 'plain-button', onclick, ...properties },
    text,
  )
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

export function rowHead(...children: Child[]): HTMLElement {
  return element('th', { scope: 'row' }, ...children)
}

/** A row of a table. */
export function row(head: Child, ...cells: Child[]): HTMLTableRowElement {
  return element('tr', '', rowHead(head), ...cells)
}

/** Items of a list, one for each text. */
export function items(texts: readonly string[]): HTMLElement[] {
  return texts.map((text) => element('li', '', text))
}

/** An SVG element with attributes. */
export function drawing(
  tag: string,
  attributes: Record<string, string | number>,
  ...children: Child[]
): SVGElement {
  const made = document.createElementNS(SVG, tag)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}
