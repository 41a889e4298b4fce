import { mapDimensions } from '../../domain/dimension.ts'
import { RISK_LEVELS } from '../../domain/risk-level.ts'
import {
  booleanIn,
  isObject,
  numberIn,
  objectIn,
  objectsIn,
  oneOf,
  textIn,
} from '../dom/read-values.ts'
import { readPosition } from './read-position.ts'
import type { Coverage, Holding, Sanctions, Scan, Totals } from './scan.ts'

const CHAIN_STATES = ['ok', 'partial', 'stale', 'timeout', 'unavailable'] as const

/**
 * The scan in an answer of `GET /v1/wallet/{address}`. A missing field is unknown. Null when the answer has no address, no list of
 * positions or no list of chains: then nothing may be said about the wallet, not even that it is empty.
 */
export function readScan(body: unknown): Scan | null {
  const data = isObject(body) ? objectIn(body, 'data') : {}
  const address = textIn(data, 'address')
  const positions = objectsIn(data, 'positions')
  const coverage = objectsIn(data, 'coverage')
  if (address === null || positions === null || coverage === null) return null
  const summary = objectIn(data, 'riskSummary')
  const dimensions = objectIn(summary, 'dimensions')
  const sources: unknown = Reflect.get(data, 'positionSource')
  const sanctions = readSanctions(objectIn(data, 'sanctions'))
  return {
    address,
    name: textIn(data, 'resolvedFrom'),
    positions: positions.map(readPosition),
    score: numberIn(data, 'portfolioScore'),
    level: oneOf(summary, 'riskLevel', RISK_LEVELS),
    scoredShare: numberIn(summary, 'scoredShare'),
    minHealthFactor: numberIn(summary, 'minHealthFactor'),
    singleSourceShare: numberIn(summary, 'singleSourceShare'),
    dimensions: mapDimensions((key) => numberIn(dimensions, key)),
    protocols: (objectsIn(summary, 'protocols') ?? []).map(readHolding),
    flags: textsIn(data, 'flags'),
    totals: readTotals(objectIn(data, 'totals')),
    sanctions,
    coverage: coverage.map(readCoverage),
    knownGaps: (objectsIn(data, 'knownGaps') ?? []).flatMap((gap) => {
      const text = textIn(gap, 'text')
      const about = { chain: textIn(gap, 'chain'), protocol: textIn(gap, 'protocol') }
      return text === null ? [] : [{ ...about, text }]
    }),
    isSandbox:
      (Array.isArray(sources) && sources.includes('sandbox')) ||
      sanctions.sources.some(({ id }) => id === 'sandbox'),
  }
}

function textsIn(of: object, name: string): string[] {
  const value: unknown = Reflect.get(of, name)
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function readHolding(row: object): Holding {
  const slug = textIn(row, 'protocolSlug') ?? ''
  return {
    slug,
    protocol: textIn(row, 'protocol') ?? slug,
    valueUsd: numberIn(row, 'valueUsd'),
    share: numberIn(row, 'share'),
    score: numberIn(row, 'score'),
    level: oneOf(row, 'riskLevel', RISK_LEVELS),
    contribution: numberIn(row, 'contribution'),
  }
}

function readTotals(totals: object): Totals {
  return {
    suppliedUsd: numberIn(totals, 'suppliedUsd'),
    borrowedUsd: numberIn(totals, 'borrowedUsd'),
    rewardsUsd: numberIn(totals, 'rewardsUsd'),
    netUsd: numberIn(totals, 'netUsd'),
    isComplete: booleanIn(totals, 'complete') === true,
    byChain: (objectsIn(totals, 'byChain') ?? []).flatMap((row) => {
      const chain = textIn(row, 'chain')
      if (chain === null) return []
      return [
        {
          chain,
          suppliedUsd: numberIn(row, 'suppliedUsd'),
          borrowedUsd: numberIn(row, 'borrowedUsd'),
          netUsd: numberIn(row, 'netUsd'),
        },
      ]
    }),
  }
}

function readSanctions(sanctions: object): Sanctions {
  return {
    status: oneOf(sanctions, 'status', ['clear', 'listed', 'unknown']) ?? 'unknown',
    sources: (objectsIn(sanctions, 'sources') ?? []).map((source) => ({
      id: textIn(source, 'id') ?? 'a list without a name',
      asOf: textIn(source, 'asOf'),
      hit: booleanIn(source, 'hit'),
    })),
  }
}

function readCoverage(row: object): Coverage {
  const block = objectIn(row, 'block')
  const number = numberIn(block, 'number')
  return {
    chain: textIn(row, 'chain') ?? 'a chain without a name',
    status: oneOf(row, 'status', CHAIN_STATES),
    block: number === null ? null : { number, time: textIn(block, 'time') },
    protocols: (objectsIn(row, 'protocols') ?? []).map((protocol) => ({
      id: textIn(protocol, 'id') ?? 'a protocol without a name',
      isRead: textIn(protocol, 'status') === 'ok',
      reason: textIn(protocol, 'reason'),
    })),
  }
}
