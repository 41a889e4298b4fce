import { searchDocument } from '../contract/finding.ts'
import { unknownNames } from '../domain/nearest.ts'
import { type ApiCalls, ApiRefusal, addressOf } from './ask-api.ts'

const MAX_SUGGESTIONS = 3

/** Ids that may be meant by one that no protocol has; empty where the search fails, which must not hide the answer. */
export async function suggestIds(id: string, api: ApiCalls): Promise<string[]> {
  try {
    const query = { q: id.replaceAll('-', ' ').slice(0, 100), limit: MAX_SUGGESTIONS }
    const document = await api.get(addressOf('/v1/search', query))
    return searchDocument.parse(document).data.map((row) => row.id)
  } catch {
    return []
  }
}

/** The document of an id. Throws `ApiRefusal`, with the ids that may be meant where there is none of this one. */
export async function documentOf(id: string, address: string, api: ApiCalls): Promise<unknown> {
  try {
    return await api.get(address)
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.refusal.status !== 404) throw error
    const { details } = error.refusal
    const suggestions = details?.suggestions ?? (await suggestIds(id, api))
    if (suggestions.length === 0) throw error
    throw new ApiRefusal({ ...error.refusal, details: { ...details, suggestions } })
  }
}

/**
 * Names of chains and categories that the service does not know, as sentences. They are looked up where it matters: when nothing was found, or
 * several were named.
 */
export async function nameHints(
  { chain = [], category = [] }: { chain?: string[] | undefined; category?: string[] | undefined },
  total: number,
  api: ApiCalls,
): Promise<string[]> {
  const known = async (path: string, names: string[]) => {
    if (names.length === 0 || (total > 0 && names.length === 1)) return null
    const { data } = Object(await api.get(path).catch(() => null))
    return Array.isArray(data) ? data : null
  }
  const [chains, categories] = await Promise.all([
    known('/v1/chains', chain),
    known('/v1/categories', category),
  ])
  return [
    ...unknownNames('chain', chain, chains),
    ...unknownNames('category', category, categories),
  ]
}
