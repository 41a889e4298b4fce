import { searchQuerySearch } from '../../../contract/canonical-query.ts'
import { MAX_SEARCH_LENGTH, plainText } from '../../../contract/search-text.ts'
import { parseJson } from '../../../domain/json.ts'
import { textOf } from '../../../http/api-response.ts'
import { withDeadline } from '../../../http/deadline.ts'
import type { DataSet, InternalFetch } from '../../../http/internal-fetch.ts'

const MOST = 3

/** Shorter ids are part of too many others. */
const MIN_LENGTH = 3

/** A 404 does not wait longer for its suggestions; a function that has to start first takes about half as long. */
const DEADLINE_MS = 1_500

/**
 * Up to three ids that an unknown one may mean, from the search function; the CDN caches its answers. Empty when there are none,
 * and when the function fails or is slow: the 404 is then sent without them.
 */
export async function suggestIds(
  id: string,
  dataSet: DataSet,
  fetchInternal: InternalFetch,
): Promise<string[]> {
  const q = plainText(id)
  if (q.length < MIN_LENGTH || id.length > MAX_SEARCH_LENGTH) return []
  const query = searchQuerySearch({ q, limit: MOST })
  try {
    const asked = fetchInternal(`/_fn/search?set=${dataSet}&${query}`)
    const response = await withDeadline(asked, DEADLINE_MS)
    if (response.status !== 200) return []
    const { data } = Object(parseJson(textOf(response)))
    return Array.isArray(data) ? data.slice(0, MOST).flatMap(idOf) : []
  } catch {
    return []
  }
}

function idOf(row: unknown): string[] {
  const { id } = Object(row)
  return typeof id === 'string' ? [id] : []
}
