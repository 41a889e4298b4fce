import vocabulary from './schema-org.json' with { type: 'json' }

type Node = Record<string, unknown>

const TYPES: Record<string, string[]> = vocabulary.types
const PROPERTIES: Record<string, { of: string[]; is: string[] }> = vocabulary.properties

/** What search engines must find in a type to show it (Google Search Central, structured data, read in November 2026). */
const REQUIRED: Record<string, string[]> = {
  Dataset: ['name', 'description'],
  DataDownload: ['contentUrl'],
  WebSite: ['name', 'url'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['name', 'position'],
  SearchAction: ['target', 'query-input'],
}

/** Characters of a dataset's description, from the same place. */
const DESCRIPTION = { least: 50, most: 5_000 }

/** What the JSON-LD has that the vocabulary of schema.org does not, and what it lacks; empty when it is right. */
export function schemaOrgFaults(value: unknown, path = ''): string[] {
  if (!isNode(value)) return [`${path}: no object`]
  const name = String(value['@type'])
  const types = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
  if (!types) return [`${path}: the type ${name} is not recorded`]
  const { length } = String(value.description ?? '')
  const isOff = name === 'Dataset' && (length < DESCRIPTION.least || length > DESCRIPTION.most)
  return [
    ...(path === '' && value['@context'] !== 'https://schema.org' ? ['no context'] : []),
    ...(isOff ? [`a description of ${length} characters`] : []),
    ...(REQUIRED[name] ?? [])
      .filter((key) => !value[key])
      .map((key) => `${path}: ${name} without ${key}`),
    ...Object.entries(value).flatMap(([key, own]) => {
      if (key.startsWith('@')) return []
      return propertyFaults(types, key, own, `${path}/${key}`)
    }),
  ]
}

function propertyFaults(types: string[], key: string, value: unknown, path: string): string[] {
  // What a reader fills in is named after the property that it becomes (schema.org, potential actions).
  const property = PROPERTIES[key.replace(/-input$/, '')]
  if (!property?.of.some((type) => types.includes(type))) {
    return [`${path}: ${types[0]} has no ${key}`]
  }
  if (key.endsWith('-input')) return []
  const values = Array.isArray(value) ? value : [value]
  return values.flatMap((own) => [
    ...(isOneOf(own, property.is) ? [] : [`${path}: ${JSON.stringify(own)} is no ${property.is}`]),
    ...(isNode(own) ? schemaOrgFaults(own, path) : []),
  ])
}

function isOneOf(value: unknown, ranges: string[]): boolean {
  if (isNode(value)) return !!TYPES[String(value['@type'])]?.some((type) => ranges.includes(type))
  return kindsOf(value).some((kind) => ranges.includes(kind))
}

/** An address may name a thing instead of describing it. */
function kindsOf(value: unknown): string[] {
  if (typeof value === 'boolean') return ['Boolean']
  if (typeof value === 'number') return ['Number', ...(Number.isInteger(value) ? ['Integer'] : [])]
  if (typeof value !== 'string' || value === '') return []
  const isAddress = /^https?:\/\//.test(value) && URL.canParse(value)
  return [
    'Text',
    ...(isAddress ? ['URL', 'Thing'] : []),
    ...(/^\d{4}-\d\d-\d\d$/.test(value) ? ['Date'] : []),
  ]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every JSON-LD of a page, parsed. */
export function jsonLdOf(html: string): unknown[] {
  const scripts = html.matchAll(/<script type="?application\/ld\+json"?>(.*?)<\/script>/gs)
  return [...scripts].map(([, json = '']) => JSON.parse(json))
}
