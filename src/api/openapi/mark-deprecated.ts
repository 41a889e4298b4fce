import type { Deprecation } from '../../contract/deprecations.ts'
import type { OpenApi } from '../../contract/openapi-document.ts'

interface Markable {
  description?: string | undefined
  deprecated?: boolean | undefined
}

/** The description with `deprecated`, the last day and the replacement at every endpoint, parameter and field that is to go. */
export function markDeprecated(document: OpenApi, deprecations: readonly Deprecation[]): OpenApi {
  const marked = structuredClone(document)
  for (const { paths, parameter, field, gone, instead } of deprecations) {
    const note = `Deprecated: it may be gone from ${gone}. ${instead}`
    const mark = (part: Markable | undefined) => {
      if (part) Object.assign(part, { deprecated: true, description: noted(part, note) })
    }
    if (field !== undefined) {
      const [schema = '', property = ''] = field.split('.')
      const part = marked.components.schemas[schema]?.properties?.[property]
      if (typeof part === 'object') mark(part)
      continue
    }
    for (const path of paths) {
      const operation = marked.paths[path]?.get
      const own = operation?.parameters.find((each) => 'name' in each && each.name === parameter)
      mark(parameter === undefined ? operation : own && 'name' in own ? own : undefined)
    }
  }
  return marked
}

function noted({ description }: Markable, note: string): string {
  return description === undefined ? note : `${description} ${note}`
}
