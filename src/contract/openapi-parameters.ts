import type { JsonSchema, Parameter } from './openapi-document.ts'
import { DIRECTIONS, LIST_SORTS, MAX_NAMES, MAX_PAGE, SCREENER_SORTS, THRESHOLDS } from './query.ts'

/** The rules of `query.ts` in the words of OpenAPI. A test holds the two together. */
const PAGING: Parameter[] = [
  query('page', 'The page, from 1.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE,
    default: 1,
  }),
  query('per_page', 'Rows on a page.', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
]

const FILTERS: Parameter[] = [
  names('chain', 'Keep protocols on any of these chains.', {
    example: 'Ethereum,Base',
    alias: '`BSC`',
  }),
  names('category', 'Keep protocols of any of these categories.', {
    example: 'Lending',
    alias: '`dex`',
  }),
]

const SCORE: JsonSchema = { type: 'number', minimum: 0, maximum: 10 }

export const LIST_PARAMETERS: Parameter[] = [
  ...PAGING,
  ...FILTERS,
  query(
    'min_credit_score',
    'Keep protocols whose composite score is at least this. Rows without a score are left out.',
    SCORE,
  ),
  choice(
    'sort_by',
    'What to sort by; rows without a value come last.',
    LIST_SORTS,
    'compositeScore',
  ),
  choice('sort_dir', 'Which way to sort.', DIRECTIONS, 'desc'),
]

export const SCREENER_PARAMETERS: Parameter[] = [
  ...PAGING,
  ...FILTERS,
  ...Object.entries(THRESHOLDS).map(([name, column]) =>
    query(name, `Keep rows whose \`${column}\` is at most this. Null is left out.`, SCORE),
  ),
  choice(
    'sort',
    'What to sort by; rows without a value come last.',
    SCREENER_SORTS,
    'compositeScore',
  ),
  choice('order', 'Which way to sort.', DIRECTIONS, 'desc'),
]

export const ID_PARAMETER: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The protocol's identifier. Former slugs still find it.",
  schema: { type: 'string', minLength: 1 },
  example: 'aave-v3',
}

export const ADDRESS_PARAMETER: Parameter = {
  name: 'address',
  in: 'path',
  required: true,
  description:
    'An EVM address (`0x` and 40 hexadecimal digits), a Solana address (base58, 32 to 44 characters), or a name that ends in `.eth` or `.sol`.',
  schema: { type: 'string', minLength: 1 },
  examples: {
    evm: { value: '0x5ca1ab1e00000000000000000000000000000001' },
    solana: { value: 'JBueegmJP1dbFWTCejeQDVNaTbYTMYWABXd7yWLhcZ2' },
    ens: { value: 'guillemot.eth' },
    sns: { value: 'guillemot.sol' },
  },
}

/** Shared by the routes that answer 304. */
export const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier answer. When nothing has changed, the answer is 304.',
  schema: { type: 'string' },
}

function query(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', description, schema }
}

function choice<T extends string>(
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
