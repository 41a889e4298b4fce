import type { Deprecation } from '../../contract/deprecations.ts'
import type { Day } from '../../domain/day.ts'

/** A difference of two descriptions, as `redocly diff --format=json` reports it. */
export interface DescriptionChange {
  /** JSON pointer of what changed, from the endpoint. */
  path: string
  impact: string
  verdicts: { impact: string; ruleId: string; message: string }[]
  /** The place of it in the earlier description. */
  base?: { pointer: string }
}

/** Codes of errors may grow within `/v1`: the page on versions says so, and clients go by the status of one that they do not know. */
const ERROR_CODES = /\/properties\/error\/properties\/code$/

/**
 * The breaking ones of these changes, in words, but for those with an entry whose day has come. A break is one of `/v1`'s promises
 * broken; only removals can have an entry.
 */
export function breaks(
  changes: readonly DescriptionChange[],
  deprecations: readonly Deprecation[],
  today: Day,
): string[] {
  const due = deprecations.filter(({ gone }) => gone <= today)
  return changes.flatMap((change) =>
    change.verdicts
      .filter(({ impact }) => impact === 'major')
      .filter(({ ruleId }) => !(ruleId === 'enum-values-added' && ERROR_CODES.test(change.path)))
      .filter(({ message }) => !namesOf(message).every((name) => isDue(change, name, due)))
      .map(({ message, ruleId }) => `${endpointOf(change.path)}: ${message} (${ruleId})`),
  )
}

/** What a sentence of Redocly is about: all names after a colon, else the first. */
function namesOf(message: string): string[] {
  const at = message.indexOf(': ')
  const list = at === -1 ? message : message.slice(at + 2)
  const names = [...list.matchAll(/[`']([^`']+)[`']/g)].map(([, name = '']) => name)
  const found = list === message ? names.slice(0, 1) : names
  return found.length === 0 ? [''] : found
}

function isDue(
  { path, base }: DescriptionChange,
  name: string,
  due: readonly Deprecation[],
): boolean {
  const endpoint = endpointOf(path)
  const place = base?.pointer ?? ''
  return due.some(({ paths, parameter, field }) => {
    if (field !== undefined) return isFieldAt(field, place, name)
    if (!paths.includes(endpoint)) return false
    const isParameter = path.includes('/get/parameters/')
    return parameter === undefined ? !path.includes('/get/') : isParameter && parameter === name
  })
}

/** Whether a place in a description is a field, is within it, or says that it is required. */
function isFieldAt(field: string, place: string, name: string): boolean {
  const [schema = '', property = ''] = field.split('.')
  const own = `#/components/schemas/${schema}`
  const at = `${own}/properties/${property}`
  return (
    place === at || place.startsWith(`${at}/`) || (place === `${own}/required` && property === name)
  )
}

function endpointOf(pointer: string): string {
  const [, path = ''] = /^#\/paths\/([^/]+)/.exec(pointer) ?? []
  return path.replaceAll('~1', '/').replaceAll('~0', '~')
}
