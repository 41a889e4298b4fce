import { parseJson } from '../../domain/json.ts'
import { textOf } from '../../http/api-response.ts'
import type { RouteContext } from './route.ts'

/** A published document, parsed. Undefined when there is none of this name, null when it could not be read. */
export async function readDocument(
  { dataSet, fetchInternal }: Pick<RouteContext, 'dataSet' | 'fetchInternal'>,
  name: string,
): Promise<unknown> {
  const response = await fetchInternal(`/_data/${dataSet}/${name}.json`)
  if (response.status === 404) return undefined
  return response.status === 200 ? (parseJson(textOf(response)) ?? null) : null
}
