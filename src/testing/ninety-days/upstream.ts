import { DAY_SECONDS, dayNumber } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { EndpointReader } from '../../ingest/reader.ts'
import type { Endpoint } from '../../ingest/source.ts'
import { seededRandom } from '../../statistics/random.ts'
import { type Bodies, bodies, incidents, type Row, rows } from '../pipeline/bodies.ts'
import { memoryReader } from '../pipeline/world.ts'
import { DAYS, dayAt, FIRST_DAY, incidentDay, isWithin, PLAN, SILENT_PASTS } from './plan.ts'

const IN_SCOPE = 60
const OUT_OF_SCOPE = 200
const NEWCOMERS = 3
/** Days of past before the first one. */
const PAST_DAYS = 200

/** Places in the list of protocols. */
export const THE_RENAMED = 20
export const THE_DEAD = 21
export const THE_DELISTED = 22
/** Its incident is corrected. */
export const THE_CORRECTED = 23
/** Its incident happens while the list is away. */
export const THE_UNLISTED = 30
/** Its page lists no incidents. */
export const THE_MUTE = 31

/** An invented upstream that lives through the plan. Amounts move at random, the same for the same seed. */
export class Upstream implements EndpointReader {
  /** Paths that were asked for on the present day. */
  requests: string[] = []
  readonly #amounts: number[][]
  readonly #others: EndpointReader
  #number = 1

  constructor(seed: number) {
    this.#amounts = walks(seed)
    const { immunefi, githubApi, githubRaw } = bodies([])
    const chains = { '/v2/chains': bodies([]).defillama['/v2/chains'] ?? '' }
    const others: Bodies = { defillama: chains, hacks: {}, immunefi, githubApi, githubRaw }
    this.#others = memoryReader(others)
  }

  /** Lets the day with this number begin. */
  turnTo(number: number): void {
    this.#number = number
    this.requests = []
  }

  /** TVL of the protocol at a place of the list on a day, in US dollars. */
  usd(place: number, number: number): number {
    return this.#amounts[place]?.[number + PAST_DAYS - 1] ?? 0
  }

  /** The protocols in scope that are listed today, by place. */
  listed(): Map<number, Row> {
    const number = this.#number
    const all = rows(IN_SCOPE + (number >= PLAN.listed ? NEWCOMERS : 0))
    const present = all.flatMap((row, place): [number, Row][] => {
      if (place === THE_DEAD && number >= PLAN.died) return []
      if (place === THE_DELISTED && number >= PLAN.delisted) return []
      if (place >= 45 && place < IN_SCOPE && number >= PLAN.inScopeGone) return []
      return [[place, { ...row, ...this.#names(place), ...this.#tvl(place) }]]
    })
    return new Map(present)
  }

  async read(endpoint: Endpoint): Promise<string> {
    const { pathname } = new URL(endpoint.url)
    this.requests.push(pathname)
    if (pathname === '/protocols') return this.#registry(endpoint)
    if (pathname === '/hacks') return this.#hacks(endpoint)
    if (pathname.startsWith('/protocol/')) return this.#past(endpoint, pathname.slice(10))
    const isDown = isWithin(this.#number, PLAN.hostDown) && pathname === '/v2/chains'
    return isDown ? unreachable(endpoint, 503) : this.#others.read(endpoint)
  }

  #names(place: number): Partial<Row> {
    if (place === THE_RENAMED && this.#number >= PLAN.renamed) {
      return { slug: 'harbour-renamed', name: 'Harbour Renamed' }
    }
    const isHeir = place === IN_SCOPE && this.#number >= PLAN.reused
    return isHeir ? { slug: `harbour-${THE_RENAMED}` } : {}
  }

  #tvl(place: number): Partial<Row> {
    const usd = this.usd(place, this.#number)
    const base = Math.round(usd / 3)
    const week = (usd / this.usd(place, this.#number - 7) - 1) * 100
    return { tvl: usd, chainTvls: { Ethereum: usd - base, Base: base }, change_7d: week }
  }

  #registry(endpoint: Endpoint): string {
    const number = this.#number
    if (isWithin(number, PLAN.registryAway)) return unreachable(endpoint, 503)
    const dead = number >= PLAN.died ? [{ ...rows(IN_SCOPE)[THE_DEAD], rugged: true }] : []
    const exchanges = OUT_OF_SCOPE / (number >= PLAN.outOfScopeGone ? 2 : 1)
    const outside = Array.from({ length: exchanges }, (_, index) => ({
      ...rows(1)[0],
      id: String(500_000 + index),
      slug: `exchange-${index}`,
      name: `Exchange ${index}`,
      category: 'CEX',
    }))
    const all = [...this.listed().values(), ...dead, ...outside].map((row) => this.#fields(row))
    const isCut = (index: number) => number === PLAN.shrunk && index % 5 < 3
    return JSON.stringify(all.filter((_, index) => !isCut(index)))
  }

  #hacks(endpoint: Endpoint): string {
    const number = this.#number
    if (isWithin(number, PLAN.hacksAway)) return unreachable(endpoint, 503)
    const tied = [THE_CORRECTED, THE_UNLISTED].flatMap((place) => this.#incidentsOf(place))
    return JSON.stringify([...incidents(), ...tied])
  }

  /** What list and page say today of the protocol at a place. */
  #incidentsOf(place: number): Record<string, unknown>[] {
    const number = this.#number
    const incident = (name: string, day: number) => ({
      ...incidents()[1],
      name,
      date: dayNumber(dayAt(day)) * DAY_SECONDS,
      defillamaId: 900_000 + place,
    })
    if (place === THE_UNLISTED && number >= PLAN.unlisted) {
      return [incident('Harbour Unlisted', PLAN.unlisted)]
    }
    if (place !== THE_CORRECTED || number < PLAN.incident) return []
    const name = number >= PLAN.nameCorrected ? 'Harbour Corrected' : 'Habour Corected'
    return [incident(name, incidentDay(number))]
  }

  /** A row as it is listed: for some days one field has another name. */
  #fields({ audit_links, ...row }: Record<string, unknown>): Record<string, unknown> {
    const isRenamed = this.#number >= PLAN.fieldLost && this.#number < PLAN.fieldBack
    return isRenamed ? { ...row, auditLinks: audit_links } : { ...row, audit_links }
  }

  #past(endpoint: Endpoint, slug: string): string {
    const [place, row] = [...this.listed()].find(([, { slug: own }]) => own === slug) ?? []
    const isSilent = (place ?? 0) < SILENT_PASTS && this.#number < PLAN.historiesHeal
    if (place === undefined || !row || isSilent || isWithin(this.#number, PLAN.hostDown)) {
      return unreachable(endpoint, isSilent ? 500 : 404)
    }
    const points = (share: number) =>
      Array.from({ length: PAST_DAYS + this.#number }, (_, index) => ({
        date: (dayNumber(FIRST_DAY) - PAST_DAYS + index) * DAY_SECONDS,
        totalLiquidityUSD: this.usd(place, index - PAST_DAYS + 1) * share,
      }))
    const chainTvls = { Ethereum: { tvl: points(2 / 3) }, Base: { tvl: points(1 / 3) } }
    const hacks = place === THE_MUTE ? undefined : this.#incidentsOf(place)
    return JSON.stringify({ name: row.name, chains: row.chains, chainTvls, hacks })
  }
}

/** For each protocol one amount a day, from the past to the last day; the silent ones are the largest. */
function walks(seed: number): number[][] {
  const random = seededRandom(seed)
  return Array.from({ length: IN_SCOPE + NEWCOMERS }, (_, place) => {
    let usd = (place < SILENT_PASTS ? 4_500_000 : 3_000_000) - place * 1_000
    return Array.from({ length: PAST_DAYS + DAYS }, () => {
      usd *= 1 + (random() - 0.5) * 0.04
      return Math.round(usd)
    })
  })
}

function unreachable(endpoint: Endpoint, status: number): never {
  throw new PlimsollError(
    'UPSTREAM_UNREACHABLE',
    `${endpoint.label} answered with status ${status}.`,
  )
}
