/** Folder of the published site with the packages of the clients. */
export const PACKAGES_FOLDER = 'client'

/** The version of the packages that pages and guides name: that of package.json, which no script of a page must load. */
export const PACKAGES_VERSION = '0.1.0'

/** Names of the packages of a version, below that folder. */
export function packageNames(version: string): { typescript: string; python: string } {
  return {
    typescript: `plimsoll-${version}.tgz`,
    python: `plimsoll-${version}-py3-none-any.whl`,
  }
}

/** Where a site serves the package of a language. No registry has it, and one of this name elsewhere is of someone else. */
export function packageAddress(site: string, language: 'typescript' | 'python'): string {
  return `${site}/${PACKAGES_FOLDER}/${packageNames(PACKAGES_VERSION)[language]}`
}
