import { decimal } from '../../contract/canonical-query.ts'
import {
  MAX_PER_PAGE,
  SCREENER_SORTS,
  type ScreenerSort,
  THRESHOLDS,
} from '../../contract/query.ts'
import { RISK_LEVELS, UPPER_LIMIT } from '../../domain/risk-level.ts'
import { type ScreenState, START } from './state.ts'

/** Gives a name as it is displayed, for one in lower case. */
export type Spell = (name: string) => string

/** The part of the address that holds the state, with `?`; empty for the start of the page. */
export function searchOf(state: ScreenState, spell: Spell = (name) => name): string {
  const isStartOrder = state.sort === START.sort && state.direction === START.direction
  const parts = [
    part('q', state.text),
    ...filterParts(state, spell),
    part('level', state.levels.join(',')),
    part('minTvl', state.minTvlUsd),
    part('maxTvl', state.maxTvlUsd),
    ...(isStartOrder ? [] : [part('sort', state.sort), part('order', state.direction)]),
  ].flatMap((text) => text ?? [])
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

export interface ApiQuery {
  /** With `?`. Holds only characters that stand for themselves between double quotes of a shell. */
  search: string
  /** Filters of the page that the API does not have. */
  leftOut: string[]
  /** Whether the API can give the same order. */
  sameOrder: boolean
}

/** The query of `/v1/screener` that gives the same rows, but for the filters in `leftOut`. */
export function apiQueryOf(state: ScreenState, spell: Spell = (name) => name): ApiQuery {
  const sort = apiSort(state)
  const limit = limitOfLevels(state)
  const parts = [
    ...filterParts(limit === null ? state : withMaximum(state, limit), spell),
    ...(sort === null ? [] : [part('sort', sort), part('order', state.direction)]),
    part('per_page', MAX_PER_PAGE),
  ].flatMap((text) => text ?? [])
  const leftOut = [
    ...(state.text === '' ? [] : ['the name']),
    ...(state.levels.length === 0 || limit !== null ? [] : ['the level']),
    ...(state.minTvlUsd === null && state.maxTvlUsd === null ? [] : ['TVL']),
  ]
  return { search: `?${parts.join('&')}`, leftOut, sameOrder: sort !== null }
}

function apiSort({ sort }: ScreenState): ScreenerSort | null {
  return SCREENER_SORTS.find((name) => name === sort) ?? null
}

/** Highest score of the chosen levels when they are the lowest ones without a gap: the API can say that as a threshold. */
function limitOfLevels({ levels }: ScreenState): number | null {
  const last = RISK_LEVELS[levels.length - 1]
  const isGapless = levels.every((level, at) => level === RISK_LEVELS[at])
  return last && isGapless ? UPPER_LIMIT[last] : null
}

function withMaximum(state: ScreenState, maximum: number): ScreenState {
  const compositeScore = Math.min(maximum, state.maxima.compositeScore ?? 10)
  return { ...state, maxima: { ...state.maxima, compositeScore } }
}

/** The filters that the page and the API share, in the order of the API. */
function filterParts(state: ScreenState, spell: Spell): (string | null)[] {
  return [
    part('chain', state.chains.map(spell).join(',')),
    part('category', state.categories.map(spell).join(',')),
    ...Object.entries(THRESHOLDS).map(([name, column]) => part(name, state.maxima[column] ?? null)),
  ]
}

function part(name: string, value: string | number | null): string | null {
  if (value === null || value === '') return null
  return `${name}=${encode(typeof value === 'number' ? decimal(value) : value)}`
}

/** Percent-encoding that leaves commas readable and no character that a shell treats specially. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%2C', ',')
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
