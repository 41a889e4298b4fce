import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { type Day, isDay } from '../domain/day.ts'
import { PlimsollError, usage } from '../domain/errors.ts'
import type { EndpointReader } from '../ingest/reader.ts'
import { recordingReader } from '../ingest/recording.ts'

const REGISTRY_FILE = 'api.llama.fi/protocols.json'
const INCIDENT_FILE = 'api.llama.fi/hacks.json'

/** The location of a cohort. A `recording` is a folder of responses, a `registry` one file of rows without TVL. */
export interface CohortPlace {
  /** Last part of the path, so that a report does not depend on the location of the files. */
  name: string
  day: Day
  kind: 'recording' | 'registry'
  path: string
}

const registrySchema = z.looseObject({ protocols: z.array(z.unknown()).min(1) })

/** The cohort that an argument names: `DIR`, `FILE.json`, or either with `@YYYY-MM-DD`. Throws `USAGE`. */
export function findCohort(argument: string): CohortPlace {
  const { file, day: given } = splitDay(argument)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) throw usage(`--cohort: "${file}" does not exist.`)
  const name = path.basename(path.resolve(file))
  const kind = stats.isDirectory() ? 'recording' : 'registry'
  const day = given ?? (kind === 'recording' ? name : name.replace(/\.json$/, ''))
  if (!isDay(day)) {
    throw usage(`The name of the cohort ${name} is not a day; write ${argument}@YYYY-MM-DD.`)
  }
  if (kind === 'recording' && !existsSync(path.join(file, REGISTRY_FILE))) {
    throw usage(`The cohort ${name} has no file ${REGISTRY_FILE}.`)
  }
  return { name, day, kind, path: file }
}

function splitDay(argument: string): { file: string; day: Day | null } {
  const match = /^(.+)@(\d{4}-\d{2}-\d{2})$/.exec(argument)
  const [, file, day] = match ?? []
  return file && day && isDay(day) ? { file, day } : { file: argument, day: null }
}

/** The registry rows of a cohort as upstream sent them. Throws `USAGE` when the file is not a list of rows. */
export function readRegistry({ kind, name, path: place }: CohortPlace): unknown[] {
  const body = readJsonFile(kind === 'recording' ? path.join(place, REGISTRY_FILE) : place)
  if (kind === 'recording') {
    if (Array.isArray(body) && body.length > 0) return body
    throw usage(`The cohort ${name}: ${REGISTRY_FILE} must be a non-empty JSON array of protocols.`)
  }
  const parsed = registrySchema.safeParse(body)
  if (!parsed.success)
    throw usage(
      `${name} is not a registry: it must be a JSON object with a non-empty "protocols" array.`,
    )
  return parsed.data.protocols
}

/** A file parsed as JSON. Throws `USAGE` when it is not there or is not JSON. */
export function readJsonFile(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw usage(`${file} cannot be read.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw usage(`${file} is not valid JSON.`)
  }
}

/** Whether the cohort has an incident list of its own day. */
export function hasIncidents({ kind, path: place }: CohortPlace): boolean {
  return kind === 'recording' && existsSync(path.join(place, INCIDENT_FILE))
}

/**
 * Reads a cohort like any recording, with the registry replaced by `registry` and, for a cohort without its own incident
 * list, that list replaced by `incidents`.
 */
export function cohortReader(
  place: CohortPlace,
  registry: string,
  incidents: string,
): EndpointReader {
  const recording = place.kind === 'recording' ? recordingReader(place.path) : null
  const ownIncidents = hasIncidents(place)
  return {
    async read(endpoint, accept) {
      const body =
        endpoint.recordAs === REGISTRY_FILE
          ? registry
          : endpoint.recordAs === INCIDENT_FILE && !ownIncidents
            ? incidents
            : await recording?.read(endpoint)
      if (body === undefined) {
        throw new PlimsollError('NOT_RECORDED', `The cohort has no ${endpoint.label}.`)
      }
      accept?.(body)
      return body
    },
  }
}
