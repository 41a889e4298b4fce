/** What the status page says of an answer of `/v1/health`. */
export interface HealthText {
  state: 'ok' | 'stale' | 'down'
  text: string
}

const DOWN: HealthText = {
  state: 'down',
  text: 'The API does not answer as it should. Try again in a minute.',
}

/** Reads an answer of `/v1/health`; `shown` is the id of the snapshot on the page. */
export function describeHealth(status: number, body: unknown, shown: string): HealthText {
  if (status === 429) {
    return { state: 'down', text: 'Too many health checks from here. Try again in a minute.' }
  }
  const { data } = Object(body)
  const { status: state, version, snapshot } = Object(data)
  const { id, asOf, ageSeconds, protocolCount } = Object(snapshot)
  const isWhole =
    status === 200 &&
    (state === 'ok' || state === 'stale') &&
    [version, id, asOf].every((text) => typeof text === 'string') &&
    [ageSeconds, protocolCount].every((number) => typeof number === 'number')
  if (!isWhole) return DOWN
  const age = `Snapshot ${id} of ${asOf}, ${ageOf(ageSeconds)} old, ${protocolCount.toLocaleString('en-GB')} protocols, version ${version}.`
  const newer = id === shown ? '' : ' This page shows another snapshot: reload it.'
  return state === 'ok'
    ? { state, text: `The API answers, and the data is current. ${age}${newer}` }
    : {
        state,
        text: `The API answers, but the snapshot should have been replaced by now. ${age}${newer}`,
      }
}

/** An age in the unit that fits: `5 hours`, `3 days`. */
function ageOf(seconds: number): string {
  const hours = Math.floor(seconds / 3_600)
  const [number, unit] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
