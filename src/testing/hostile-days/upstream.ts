import { DAY_SECONDS, dayNumber } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { EndpointReader } from '../../ingest/reader.ts'
import type { Endpoint } from '../../ingest/source.ts'
import { seededRandom } from '../../statistics/random.ts'
import { bodies, incidents, type Row, rows } from '../pipeline/bodies.ts'
import { memoryReader } from '../pipeline/world.ts'
import { DAYS, dayAt, FIRST_DAY, faultOf, isWithin, ON, PLACE, PROTOCOLS } from './plan.ts'

const PAST_DAYS = 200
const RELISTED_ID = '950001'
const STRANGERS = 2

/** An invented upstream whose amounts walk at random by up to 2 % a day, and to which the plan happens. */
export class HostileUpstream implements EndpointReader {
  readonly #amounts: number[][]
  readonly #others = memoryReader({ ...bodies(rows(PROTOCOLS)), hacks: {} })
  #number = 1

  constructor(seed: number) {
    this.#amounts = walks(seed)
  }

  turnTo(number: number): void {
    this.#number = number
  }

  /** What users hold at a place on a day in US dollars, whatever the list reports. */
  usd(place: number, number: number): number {
    return this.#amounts[place]?.[number + PAST_DAYS - 1] ?? 0
  }

  /** The rows in scope that are listed on the present day, by place. */
  listed(): Map<number, Row> {
    const number = this.#number
    const all = rows(PROTOCOLS + STRANGERS).map((row, place): [number, Row] => [
      place,
      { ...row, url: `https://harbour-${place}.example`, ...this.#identity(place) },
    ])
    return new Map(
      all.filter(([place]) => {
        if (place >= PROTOCOLS) return number >= ON.slugTaken
        return !(place === PLACE.dropped && isWithin(number, ON.dropped))
      }),
    )
  }

  async read(endpoint: Endpoint): Promise<string> {
    const { pathname } = new URL(endpoint.url)
    if (pathname === '/protocols') return this.#registry(endpoint)
    if (pathname === '/hacks') return this.#hacks(endpoint)
    if (pathname.startsWith('/protocol/')) return this.#page(endpoint, pathname.slice(10))
    if (pathname === '/v2/chains' && isWithin(this.#number, ON.chainsAway)) return away(endpoint)
    return this.#others.read(endpoint)
  }

  #identity(place: number): Partial<Row> {
    const number = this.#number
    if (place === PLACE.renamed && number >= ON.renamed) {
      return { slug: 'pier-renamed', name: 'Pier Renamed' }
    }
    if (place === PLACE.reviewed && number >= ON.reviewedRenamed) {
      return { slug: 'pier-reviewed', name: 'Pier Reviewed' }
    }
    if (place === PLACE.relisted && number >= ON.relisted) return { id: RELISTED_ID }
    if (place === PROTOCOLS) return { slug: `harbour-${PLACE.renamed}`, name: 'Stranger A' }
    if (place === PROTOCOLS + 1) return { slug: `harbour-${PLACE.reviewed}`, name: 'Stranger B' }
    return {}
  }

  #registry(endpoint: Endpoint): string {
    const number = this.#number
    if (isWithin(number, ON.registryAway)) return away(endpoint)
    const list = [...this.listed()].map(([place, row]) => {
      const fault = faultOf(place, number)
      const usd = fault === null ? null : this.usd(place, number) * fault
      const hasForks = place % 2 === 1 && (number !== ON.forksLost || place === 1)
      return {
        ...row,
        tvl: usd,
        chainTvls: usd === null ? {} : { Ethereum: (usd * 2) / 3, Base: usd / 3 },
        change_7d: (this.usd(place, number) / this.usd(place, number - 7) - 1) * 100,
        ...(hasForks && { forkedFromIds: [row.id === '900001' ? '900003' : '900001'] }),
        ...(place === PLACE.deadForADay && number === ON.deadForADay && { deadUrl: true }),
      }
    })
    return JSON.stringify(list)
  }

  #hacks(endpoint: Endpoint): string {
    if (isWithin(this.#number, ON.hacksAway)) return away(endpoint)
    const own = [...this.listed().keys()].flatMap((place) => this.#lossOf(place) ?? [])
    return JSON.stringify([...incidents(), ...own])
  }

  /** The loss at a place as the list and the page report it today. */
  #lossOf(place: number): Record<string, unknown> | null {
    const number = this.#number
    const loss = (happened: number, amount: number) => ({
      name: `Pier ${place}`,
      date: dayNumber(dayAt(happened)) * DAY_SECONDS,
      classification: 'Protocol Logic',
      technique: 'Invented',
      amount: Math.round(amount),
      chain: ['Ethereum'],
      targetType: 'DeFi Protocol',
      defillamaId: rows(PROTOCOLS)[place]?.id,
    })
    switch (place) {
      case PLACE.drained:
        if (number < ON.drainListed) return null
        return loss(ON.drained, this.usd(place, ON.drained - 2) * 0.9)
      case PLACE.lateLoss:
        if (number < ON.lateLossListed) return null
        return loss(ON.lateLossHappened, this.usd(place, ON.lateLossHappened) * 0.2)
      case PLACE.absurdLoss:
        if (number < ON.absurdLoss[0]) return null
        return loss(ON.absurdLoss[0] - 1, isWithin(number, ON.absurdLoss) ? 1e15 : 20_000)
      case PLACE.flickeringLoss:
        if (number < ON.flickeringLoss || isWithin(number, ON.flickerGone)) return null
        return loss(ON.flickeringLoss - 1, this.usd(place, ON.flickeringLoss) * 0.3)
      case PLACE.falseLoss:
        return number === ON.falseLoss ? loss(ON.falseLoss - 2, 1_500_000) : null
      default:
        return null
    }
  }

  #page(endpoint: Endpoint, slug: string): string {
    const [place, row] = [...this.listed()].find(([, { slug: own }]) => own === slug) ?? []
    const fails = isWithin(this.#number, ON.pagesFail) && (place ?? 0) % 2 === 0
    if (place === undefined || !row || fails) return away(endpoint)
    const points = (share: number) =>
      Array.from({ length: PAST_DAYS + this.#number }, (_, index) => ({
        date: (dayNumber(FIRST_DAY) - PAST_DAYS + index) * DAY_SECONDS,
        totalLiquidityUSD: this.usd(place, index - PAST_DAYS + 1) * share,
      }))
    const chainTvls = { Ethereum: { tvl: points(2 / 3) }, Base: { tvl: points(1 / 3) } }
    const loss = this.#lossOf(place)
    return JSON.stringify({
      name: row.name,
      chains: row.chains,
      chainTvls,
      hacks: loss ? [loss] : [],
    })
  }
}

/** For each place one amount a day. Two change for good: one is drained, one grows twelvefold within a day. */
function walks(seed: number): number[][] {
  const random = seededRandom(seed)
  return Array.from({ length: PROTOCOLS + STRANGERS }, (_, place) => {
    let usd = 2e6 + 2e8 * random() ** 4
    return Array.from({ length: PAST_DAYS + DAYS }, (_, index) => {
      const number = index - PAST_DAYS + 1
      usd *= 1 + (random() - 0.5) * 0.04
      if (place === PLACE.drained && number === ON.drained) usd *= 0.05
      if (place === PLACE.grown && number === ON.grown) usd *= 12
      return Math.round(usd)
    })
  })
}

function away(endpoint: Endpoint): never {
  throw new PlimsollError('UPSTREAM_UNREACHABLE', `${endpoint.label} answered with status 503.`)
}
