import { allRows, LARGEST_PAGE } from './all-rows.ts'
import { PlimsollError } from './errors.ts'
import type {
  ChangesQuery,
  DependentsQuery,
  HistoryQuery,
  IncidentPage,
  IncidentsQuery,
  ListQuery,
  Page,
  ScreenerQuery,
  SearchPage,
  SearchQuery,
} from './queries.ts'
import { pathPart, queryText, withSnapshot } from './query-text.ts'
import type { RateLimit } from './rate-limit.ts'
import {
  type CallOptions,
  type ClientOptions,
  createTransport,
  type ReadOptions,
} from './transport.ts'
import type {
  CategorySummary,
  ChainSummary,
  Changes,
  Contract,
  Dependencies,
  Dependents,
  Health,
  ProtocolDetail,
  ProtocolHistory,
  ProtocolSummary,
  ScreenerRow,
  Stats,
  StressResult,
  UsageReport,
  WalletScanResult,
} from './types.ts'

export interface Client {
  readonly protocols: {
    /** One page of the list. */
    list<Field extends keyof ProtocolSummary = keyof ProtocolSummary>(
      query?: ListQuery<Field>,
      options?: ReadOptions,
    ): Promise<Page<Pick<ProtocolSummary, Field | 'id'>>>
    /** One protocol in full. Here and below, former slugs also work. */
    get(id: string, options?: ReadOptions): Promise<ProtocolDetail>
    /** The published scores of one protocol, oldest first; by default all of them. */
    history(id: string, query?: HistoryQuery, options?: ReadOptions): Promise<ProtocolHistory>
    /** What one protocol stands on, and the largest of those who stand on it. */
    dependencies(id: string, options?: ReadOptions): Promise<Dependencies>
    /**
     * Every protocol of the list, from pages of 100 of one snapshot, each id once. When another is published meanwhile, the list is read
     * again and the protocols that were not given yet follow, out of order; those already given are of the snapshot before. Throws
     * `SNAPSHOT_CHANGED` when that happens five times. With the option `snapshot` it is not read again: throws `SNAPSHOT_GONE`.
     */
    all<Field extends keyof ProtocolSummary = keyof ProtocolSummary>(
      query?: Omit<ListQuery<Field>, 'page' | 'per_page' | 'cursor'>,
      options?: ReadOptions,
    ): AsyncGenerator<Pick<ProtocolSummary, Field | 'id'>, void, undefined>
  }
  /** Protocols by name, slug, other name, former slug, symbol or parent, the best match first. */
  search(text: string, query?: SearchQuery, options?: ReadOptions): Promise<SearchPage>
  /**
   * Whose contract an address is: the protocols that it belongs to, and who can change it. Throws `NOT_FOUND` with `details.lookedAt` for one that
   * no table names, which does not make it safe.
   */
  contract(chain: string, address: string, options?: ReadOptions): Promise<Contract>
  /** One page of protocols within thresholds. */
  screener<Field extends keyof ScreenerRow = keyof ScreenerRow>(
    query?: ScreenerQuery<Field>,
    options?: ReadOptions,
  ): Promise<Page<Pick<ScreenerRow, Field | 'id'>>>
  /** What changed since a day; by default since a week before the newest snapshot. */
  changes(query?: ChangesQuery, options?: ReadOptions): Promise<Changes>
  /** One page of recorded losses, newest first, each with the newest score before it. */
  incidents(query?: IncidentsQuery, options?: ReadOptions): Promise<IncidentPage>
  /** Who stands on an issuer, a bridge, an oracle or a protocol, by value. */
  dependents(id: string, query?: DependentsQuery, options?: ReadOptions): Promise<Dependents>
  /** What it costs others if these lose a share of their value, by id; at most five. A share is 0 to 1 and is rounded to six decimals. */
  stress(fails: Readonly<Record<string, number>>, options?: ReadOptions): Promise<StressResult>
  readonly wallet: {
    /** Positions and risk of an address or a name in `.eth` or `.sol`. Needs a key on the Pro plan. */
    scan(address: string, options?: CallOptions): Promise<WalletScanResult>
  }
  /** Aggregates over all protocols. */
  stats(options?: ReadOptions): Promise<Stats>
  /** Requests of the key in this month. Needs a key. */
  usage(options?: CallOptions): Promise<UsageReport>
  /** The current snapshot and its age. */
  health(options?: CallOptions): Promise<Health>
  /** Every category, as the filter `category` accepts it. */
  categories(options?: ReadOptions): Promise<CategorySummary[]>
  /** Every chain, as the filter `chain` accepts it. */
  chains(options?: ReadOptions): Promise<ChainSummary[]>
  /** What the service last said of the caller's limits. Null before the first response. */
  readonly rateLimit: RateLimit | null
  /** The snapshot of the newest response that names one: of documents without `meta` too. Null before the first. */
  readonly snapshot: string | null
}

/** A client of one service. Throws `INVALID_ARGUMENT` for a base URL or a key that cannot be used. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options)
  const get = async (path: string, call: ReadOptions = {}, isFresh = false) =>
    transport.get(withSnapshot(path, call.snapshot), call, isFresh)

  /** The data of a document. Its fields are those of the service: new ones are passed on. */
  async function read<T>(path: string, call?: ReadOptions): Promise<T> {
    const { data } = await get(path, call)
    if (Object(data) !== data) throw unexpected()
    return data as T
  }

  async function rows<T>(path: string, call?: ReadOptions): Promise<T[]> {
    const data = await read<T[]>(path, call)
    if (!Array.isArray(data)) throw unexpected()
    return data
  }

  async function page<T>(path: string, call?: ReadOptions, isFresh = false): Promise<Page<T>> {
    const { data, meta } = await get(path, call, isFresh)
    if (!Array.isArray(data) || !Number.isInteger(Object(meta).total)) throw unexpected()
    return { data, meta: meta as Page<T>['meta'] }
  }

  const health = (call?: CallOptions) => read<Health>('/v1/health', call)
  const protocol = (id: string) => `/v1/protocols/${pathPart('id', id)}`

  const client: Client = {
    protocols: Object.freeze({
      list: async (query, call) => page(`/v1/protocols${queryText(query)}`, call),
      get: async (id, call) => read(protocol(id), call),
      history: async (id, query, call) => read(`${protocol(id)}/history${queryText(query)}`, call),
      dependencies: async (id, call) => read(`${protocol(id)}/dependencies`, call),
      all: (query, call) =>
        allRows(
          (cursor) =>
            page(
              `/v1/protocols${queryText({ ...query, page: null, per_page: LARGEST_PAGE, cursor })}`,
              call,
              true,
            ),
          call,
        ),
    }),
    search: async (text, query, call) =>
      (await page(`/v1/search${queryText({ ...query, q: text })}`, call)) as SearchPage,
    contract: async (chain, address, call) =>
      read(`/v1/contracts/${pathPart('chain', chain)}/${pathPart('address', address)}`, call),
    screener: async (query, call) => page(`/v1/screener${queryText(query)}`, call),
    changes: async (query, call) => read(`/v1/changes${queryText(query)}`, call),
    incidents: async (query, call) =>
      (await page(`/v1/incidents${queryText(query)}`, call)) as IncidentPage,
    dependents: async (id, query, call) =>
      read(`/v1/dependencies/${pathPart('id', id)}/dependents${queryText(query)}`, call),
    stress: async (fails, call) => {
      const shares = typeof fails === 'object' && fails !== null ? Object.entries(fails) : []
      const list = shares.map(([id, drop]) => {
        const sent = Math.round(drop * 1e6) / 1e6
        // A share that would be rounded to nothing fails nothing.
        return Number.isFinite(sent) && (sent !== 0 || drop === 0) ? `${id}:${sent}` : null
      })
      if (list.length === 0 || list.includes(null)) {
        const message =
          'fails must have a share for each id, in six decimals, such as { lido: 0.06 }.'
        throw new PlimsollError('INVALID_ARGUMENT', message)
      }
      return read(`/v1/stress${queryText({ fails: list })}`, call)
    },
    wallet: Object.freeze({
      scan: async (address, call) => read(`/v1/wallet/${pathPart('address', address)}`, call),
    }),
    stats: (call) => read('/v1/stats', call),
    usage: (call) => read('/v1/usage', call),
    health,
    categories: (call) => rows('/v1/categories', call),
    chains: (call) => rows('/v1/chains', call),
    get rateLimit() {
      return transport.rateLimit()
    },
    get snapshot() {
      return transport.snapshot()
    },
  }
  return Object.freeze(client)
}

function unexpected(): PlimsollError {
  const message = 'The response does not have the form of this endpoint.'
  return new PlimsollError('INVALID_RESPONSE', message)
}
