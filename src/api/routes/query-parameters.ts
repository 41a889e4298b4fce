import type { JsonSchema, Parameter } from '../../contract/openapi-document.ts'
import { MAX_NAMES, MAX_PAGE } from '../../contract/query.ts'

/** The rules of `query.ts` in the words of OpenAPI. A test holds the two together. */
export const PAGING: Parameter[] = [
  query('page', 'The page, from 1.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE,
    default: 1,
  }),
  query('per_page', 'Rows on a page.', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
]

export const FILTERS: Parameter[] = [
  names('chain', 'Keep protocols on any of these chains.', {
    example: 'Ethereum,Base',
    alias: '`BSC`',
  }),
  names('category', 'Keep protocols of any of these categories.', {
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

/** A string, as generated clients write one; the comma between two names stands in it. */
function names(
  name: string,
  description: string,
  { example, alias }: { example: string; alias: string },
): Parameter {
  const rules = `Up to ${MAX_NAMES} names between commas, without regard to case; an alias such as ${alias} will do. The parameter may also be repeated.`
  return {
    ...query(name, `${description} ${rules}`, { type: 'string', minLength: 1 }),
    example,
  }
}
