import type { JsonSchema, Parameter } from '../../contract/openapi-document.ts'
import { MAX_NAMES } from '../../contract/parameter-reader.ts'
import { MAX_PAGE } from '../../contract/query.ts'

/** The rules of `query.ts` as OpenAPI parameters. A test checks that both agree. */
export const PAGING: Parameter[] = [
  query('page', 'Page number, from 1.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE,
    default: 1,
  }),
  query('per_page', 'Rows per page.', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
]

export const FILTERS: Parameter[] = [
  names(
    'chain',
    'Only protocols on any of these chains. TVL is then the TVL on these chains, in filters, in the sort and as `chainTvlUsd`.',
    {
      example: 'Ethereum,Base',
      alias: '`BSC`',
    },
  ),
  names('category', 'Only protocols of any of these categories.', {
    example: 'Lending',
    alias: '`dex`',
  }),
]

export const SCORE: JsonSchema = { type: 'number', minimum: 0, maximum: 10 }

export function query(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', description, schema }
}

export function choice<T extends string>(
  name: string,
  description: string,
  choices: readonly T[],
  fallback: T,
): Parameter {
  return query(name, description, { type: 'string', enum: [...choices], default: fallback })
}

/** A string that contains the commas, because generated clients send a string as it is. */
function names(
  name: string,
  description: string,
  { example, alias }: { example: string; alias: string },
): Parameter {
  const rules = `Up to ${MAX_NAMES} comma-separated names, case-insensitive; aliases such as ${alias} also work. The parameter may be repeated.`
  return {
    ...query(name, `${description} ${rules}`, { type: 'string', minLength: 1 }),
    example,
  }
}
