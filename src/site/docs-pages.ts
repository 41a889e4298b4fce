import sections from '../content/docs-pages.json' with { type: 'json' }

/** A page of the documentation. */
export interface DocsPage {
  href: string
  title: string
  /** One line for indexes. */
  note: string
}

interface Guide extends DocsPage {
  /** Name of its file in `src/content/guides`, without the ending. */
  file: string
  /** Whether its example addresses mean the site that shows it; guides for operators are about the reader's own. */
  aboutThisSite: boolean
}

/** The documentation in the order of its navigation. */
export const DOCS_SECTIONS: readonly { title: string; pages: readonly DocsPage[] }[] = sections

export const GUIDES: readonly Guide[] = sections
  .flatMap(({ pages }): (DocsPage & Partial<Guide>)[] => pages)
  .filter((page): page is Guide => page.file !== undefined)
