import { challenge } from '../../contract/alerts.ts'
import { parseJson } from '../../domain/json.ts'

/** What a receiver answers to a body that is a challenge; null for anything else. */
export function echoOf(body: string): string | null {
  return challenge.safeParse(parseJson(body)).data?.challenge ?? null
}
