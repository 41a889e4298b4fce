/** Where a card is, and how large it is drawn. */
export interface CardFrame {
  /** Address of this site, without a slash at the end. */
  site: string
  /** Name of the protocol's page and card. */
  fileName: string
  /** Shown to readers of a screen reader; a text from outside. */
  title: string
  /** In CSS pixels. */
  width: number
  height: number
}

/** Size of a card in CSS pixels, unless the request has another. */
export const CARD = { width: 480, height: 240 } as const

/** Below this width or height a card does not fit. */
export const LEAST_CARD = { width: 280, height: 240 } as const

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The `<iframe>` that shows a card on another site. It may open links in a new window, and nothing else. */
export function cardFrame({ site, fileName, title, width, height }: CardFrame): string {
  const attributes = {
    src: `${site}/embed/${encodeURIComponent(fileName)}/`,
    title,
    width: String(width),
    height: String(height),
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    loading: 'lazy',
    style: 'border:0;max-width:100%',
  }
  const words = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`)
  return `<iframe ${words.join(' ')}></iframe>`
}

/** A text from outside, for HTML and for an attribute in double quotes. */
export function escaped(text: string): string {
  return text.toWellFormed().replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}
