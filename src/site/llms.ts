import { ANONYMOUS, type Limits, PLANS } from '../contract/plans.ts'
import { count } from '../domain/format.ts'
import { DOCS_SECTIONS } from './docs-pages.ts'
import type { ReferenceOperation } from './reference.ts'

interface LlmsOptions {
  /** The text of `src/content/llms.md`, with the names of its parts in braces. */
  template: string
  /** Origin of the site; null: links are relative. */
  site: string | null
  repository: string | null
  operations: readonly Pick<ReferenceOperation, 'path' | 'href' | 'summary' | 'needsKey'>[]
  sandboxKey: string
}

/** `llms.txt`: what the site is, how to ask it, and one line for each page of the documentation, in Markdown (llmstxt.org). */
export function llmsText(options: LlmsOptions): string {
  const { template, site, repository, operations, sandboxKey } = options
  const line = (href: string, title: string, note: string) =>
    `- [${title}](${site ?? ''}${href}): ${note}`
  const parts: Record<string, string> = {
    site: site ?? '',
    anonymous: limits(ANONYMOUS),
    free: limits(PLANS.free),
    pro: limits(PLANS.pro),
    sandboxKey,
    endpoints: operations
      .map(({ path, href, summary, needsKey }) =>
        line(href, `GET ${path}`, `${summary}${needsKey ? '; needs a key' : ''}.`),
      )
      .join('\n'),
    documentation: DOCS_SECTIONS.map(({ title, pages }) =>
      [`## ${title}\n`, ...pages.map((page) => line(page.href, page.title, page.note))].join('\n'),
    ).join('\n\n'),
  }
  const text = template.replace(/\{(\w+)\}/g, (place, name: string) => parts[name] ?? place)
  return repository ? `${text}- [Code](${repository}): the code of this site.\n` : text
}

function limits({ burst, daily }: Limits): string {
  return `${count(burst)} requests a minute and ${count(daily)} a day`
}
