import { decimal } from '../../contract/canonical-query.ts'
import { MAX_PER_PAGE, SCREENER_SORTS, THRESHOLDS } from '../../contract/query.ts'
import { type ScreenState, START } from './state.ts'

/** Gives a name as it is displayed, for one in lower case. */
export type Spell = (name: string) => string

/** The part of the address that holds the state, with `?`; empty for the start of the page. */
export function searchOf(state: ScreenState, spell: Spell = (name) => name): string {
  const isStartOrder = state.sort === START.sort && state.direction === START.direction
  const parts = [
    ...filterParts(state, spell),
    ...(isStartOrder ? [] : [part('sort', state.sort), part('order', state.direction)]),
  ].flatMap((text) => text ?? [])
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

export interface ApiQuery {
  /** With `?`. Holds only characters that a shell leaves alone between double quotes. */
  search: string
  /** The order of the API: the same; with those that are not active among the others, which the page has last; or one of its own. */
  order: 'same' | 'inactive-among' | 'own'
}

/** The query of `/v1/screener` that gives the same rows. */
export function apiQueryOf(state: ScreenState, spell: Spell = (name) => name): ApiQuery {
  const sort = SCREENER_SORTS.find((name) => name === state.sort) ?? null
  const parts = [
    ...filterParts(state, spell),
    // The API derives a level from every score; the page has none for what is not active.
    state.levels.length > 0 ? part('status', 'active') : null,
    ...(sort === null ? [] : [part('sort', sort), part('order', state.direction)]),
    part('per_page', MAX_PER_PAGE),
  ].flatMap((text) => text ?? [])
  const isWhole = sort === 'tvl' || state.levels.length > 0
  const order = sort === null ? 'own' : isWhole ? 'same' : 'inactive-among'
  return { search: `?${parts.join('&')}`, order }
}

/** The filters, which the page and the API share. */
function filterParts(state: ScreenState, spell: Spell): (string | null)[] {
  return [
    part('q', state.text),
    part('chain', state.chains.map(spell).join(',')),
    part('category', state.categories.map(spell).join(',')),
    part('level', state.levels.join(',')),
    part('minTvl', state.minTvlUsd),
    part('maxTvl', state.maxTvlUsd),
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
