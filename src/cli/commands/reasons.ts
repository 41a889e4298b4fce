import type { ProtocolDetail } from '../../client/index.ts'

type Metadata = NonNullable<ProtocolDetail['scoreMetadata']>
type Key = keyof Metadata['dimensions']
type Signal = Metadata['dimensions'][Key]['signals'][number]

export interface ReasonRow extends Signal {
  /** Display name of the dimension. */
  label: string
}

/** The signals that were read and add most to the composite, largest first; what adds next to nothing is none. Without a composite, the first. */
export function largestReasons(protocol: ProtocolDetail, most: number): ReasonRow[] {
  return signalsOf(protocol)
    .filter(
      ({ contribution, missing }) =>
        missing === null && (protocol.composite === null || contribution >= 0.005),
    )
    .sort((a, b) => b.contribution - a.contribution)
    .slice(0, most)
}

/** The floors that apply, with the name of their dimension. */
export function floorsOf(protocol: ProtocolDetail) {
  return eachDimension(protocol).flatMap(({ label, floor }) =>
    floor === null ? [] : [{ label, ...floor }],
  )
}

/** What is not known about a protocol, as sentences. */
export function unseenOf(protocol: ProtocolDetail): string[] {
  const { controlMissing, marketsMissing, assetsMissing, reviewsMissing } = protocol
  const facts: [string, string | null][] = [
    ['Who can change its contracts', controlMissing],
    ['Reviews by DeFiScan', reviewsMissing],
    ['Its markets', marketsMissing],
    ['What its TVL consists of', assetsMissing],
  ]
  const signals = signalsOf(protocol).filter(({ basis }) => basis === 'missing')
  return [
    ...signals.map(({ label, id, reason, missing, contribution }) => {
      const counts = `; counts ${contribution.toFixed(2)} points all the same`
      const cost = protocol.composite === null ? '' : counts
      return `${label}, ${id}: ${reason} (${missing ?? 'missing'}${cost})`
    }),
    ...facts.flatMap(([what, missing]) => (missing === null ? [] : [`${what}: ${missing}`])),
  ]
}

function signalsOf(protocol: ProtocolDetail): ReasonRow[] {
  return eachDimension(protocol).flatMap(({ label, signals }) =>
    signals.map((signal) => ({ label, ...signal })),
  )
}

/** The dimensions of a protocol with their names. */
export function eachDimension({ scoreMetadata, dimensions }: ProtocolDetail) {
  if (scoreMetadata === null) return []
  const keys = Object.keys(scoreMetadata.dimensions) as Key[]
  return keys.map((key) => ({
    label: dimensions?.[key].label ?? formatKey(key),
    ...scoreMetadata.dimensions[key],
  }))
}

/** `smartContract` as `Smart Contract`: a protocol without a score has no names of its dimensions. */
function formatKey(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1).replace(/[A-Z]/g, ' $&')
}
