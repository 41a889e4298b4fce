import { ParameterReader, type ParsedQuery } from './parameter-reader.ts'

/** Failures in one scenario. */
export const MAX_FAILURES = 5

/** The failures of a scenario: what loses how much of its value, by id. */
export interface StressRequest {
  fails: ReadonlyMap<string, number>
}

const FAILURE = /^([^:,\s]{1,200}):(0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/

/** Parses `fails`, such as `lido:0.06,circle:1`. */
export function parseStressQuery(params: URLSearchParams): ParsedQuery<StressRequest> {
  const reader = new ParameterReader(params)
  const names = reader.exactNames('fails')
  const given = names.map((part) => FAILURE.exec(part))
  const fails = new Map(
    given.flatMap((found) => (found ? [[found[1] ?? '', Number(found[2])]] : [])),
  )
  if (!params.has('fails')) reader.complain('fails', 'must be given, such as lido:0.06,circle:1')
  else if (given.includes(null))
    reader.complain(
      'fails',
      'must be one or more of id:drop with a drop from 0 to 1 and at most six decimals, such as lido:0.06',
    )
  else if (names.length > MAX_FAILURES)
    reader.complain('fails', `must name at most ${MAX_FAILURES}`)
  else if (fails.size < names.length) reader.complain('fails', 'must name each id once')
  return reader.result({ fails })
}

/** The canonical form of a scenario, without `?`: equal scenarios have equal bytes. */
export function stressSearch({ fails }: StressRequest): string {
  const parts = [...fails].map(([id, drop]) => `${id}:${drop}`).sort()
  return new URLSearchParams({ fails: parts.join(',') }).toString()
}
