import { xml } from '../domain/xml.ts'
import { CARD, cardFrame } from '../embed/frame.ts'
import { type Asked, quoted, type Snippet } from './snippets.ts'

interface Shown {
  /** Address of this site, without a slash at the end. */
  site: string
  /** Name of the protocol's page. */
  fileName: string
  /** Of the protocol, a text from outside. */
  name: string
}

/** What embeds a badge, as HTML and as Markdown, and a card. */
export function embedSnippets({ site, fileName, name }: Shown): Snippet[] {
  const file = encodeURIComponent(fileName)
  const badge = `${site}/badge/${file}.svg`
  const page = `${site}/protocol/${file}/`
  const words = `Plimsoll risk score of ${name}`
  return [
    {
      title: 'Badge in HTML',
      code: `<a href="${page}"><img src="${badge}" alt="${xml(words)}" height="28"></a>`,
    },
    {
      title: 'Badge in Markdown',
      code: `[![${words.replace(/[\\`*_{}[\]<>()#!|&]/g, '\\$&').replace(/\s+/g, ' ')}](${badge})](${page})`,
    },
    {
      title: 'Card in HTML',
      code: cardFrame({ site, fileName, title: words, ...CARD }),
    },
  ]
}

/** The command that rebuilds a score from the published readings and compares it. */
export function checkCommand({ site, id }: Asked): string {
  return `npm run verify-score -- --snapshot ${site} --id ${quoted(id)}`
}
