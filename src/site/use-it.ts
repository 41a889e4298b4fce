import { CARD, cardFrame } from '../embed/frame.ts'
import { xml } from './xml.ts'

/** How a reader gets one protocol's score in his own code, or its badge. */
export interface Snippet {
  title: string
  code: string
}

interface Answer {
  /** Address of this site, without a slash at the end. */
  site: string
  /** As the API takes it. */
  id: string
}

interface Request {
  /** Of the document. */
  address: string
  /** What the example prints. */
  printed: string
}

/** Address of a protocol's document. */
export function documentAddress({ site, id }: Answer): string {
  return `${site}/v1/protocols/${encodeURIComponent(id.toWellFormed())}`
}

/** Asks for the document of a protocol in a shell. */
export function curlCommand(answer: Answer): string {
  return `curl -s ${quoted(documentAddress(answer))}`
}

/** The same request in programs. */
export function snippetsOf({ address, printed }: Request): Snippet[] {
  return [
    {
      title: 'TypeScript',
      code: `const response = await fetch("${address}")\nconst { data } = await response.json()\nconsole.log(data.composite, data.riskLevel) // ${printed}`,
    },
    {
      title: 'Python',
      code: `import json, urllib.request\n\nwith urllib.request.urlopen("${address}") as response:\n    data = json.load(response)["data"]\nprint(data["composite"], data["riskLevel"])  # ${printed}`,
    },
  ]
}

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
export function checkCommand({ site, id }: Answer): string {
  return `npm run verify-score -- --snapshot ${site} --id ${quoted(id)}`
}

/** A word as a shell reads it back. Ids come from outside. */
function quoted(word: string): string {
  return /^[\w./:%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
