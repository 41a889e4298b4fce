import type { Server } from 'node:http'
import { createGateway, type LogEntry } from '../../api/gateway/gateway.ts'
import { answerIncidents } from '../../api/routes/incidents/function.ts'
import { answerProtocols, answerScreener } from '../../api/routes/screener/function.ts'
import { answerSearch } from '../../api/routes/search/function.ts'
import { answerStress } from '../../api/routes/stress/function.ts'
import {
  handleWallet,
  openSandboxScans,
  openWalletScans,
  type WalletScansOptions,
} from '../../api/routes/wallet/function.ts'
import type { EmbedDocuments } from '../../embed/find-protocol.ts'
import { answerOembed, type OembedRequest } from '../../embed/oembed.ts'
import {
  answerWatchFeed,
  type WatchDocuments,
  type WatchFeedRequest,
} from '../../embed/watch-feed.ts'
import { type ApiResponse, readResponse } from '../../http/api-response.ts'
import type { DataSet, InternalFetch } from '../../http/internal-fetch.ts'
import type { McpLogEntry } from '../../mcp/endpoint.ts'
import type { StateStore } from '../../state/state-store.ts'
import type { AccountApi } from './account.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { type DataFiles, dataFiles } from './data-files.ts'
import { createNodeMcp } from './mcp.ts'
import { awaitFolder } from './missing-folder.ts'
import { createHost } from './server.ts'
import { createShare } from './share.ts'

export interface NodeHostOptions {
  distDir: string
  state: StateStore
  secret: string
  version: string
  /** Lower-case name of the header with the client's address; null without a proxy in front. */
  trustProxy: string | null
  /** Proxies whose header is trusted; by default those on this machine. */
  trustProxyFrom?: readonly string[]
  /** Restores the previous folder after a publish that was killed. */
  recover?: () => void
  /** Kilobytes of downloads in a day, of all clients; by default `NODE_DOWNLOAD_KB`. */
  downloadKilobytes?: number | undefined
  /** Whether other processes serve the same site, so that pages and downloads are counted in the state. */
  isOneOfMany?: boolean
  /** Takes what is to be called when a folder was published; without it that is noticed within a second. */
  onPublish?: ((look: () => void) => void) | undefined
  /** Overrides of `CONNECTION_LIMITS`. */
  limits?: Partial<ConnectionLimits>
  /** Settings of live wallet scans. */
  wallet: Pick<WalletScansOptions, 'settings' | 'fetch' | 'clock' | 'logNodes' | 'scanLimits'>
  /** Makes what answers under `/account/api/`, and asks for wallet scans there; absent: nothing is there. */
  account?: (fetchInternal: InternalFetch) => AccountApi
  /** Address of the site, whose pages may ask `/mcp`; without it, pages of this machine may. */
  publicUrl?: string | null
  /** Milliseconds since 1970. */
  now: () => number
  newRequestId: () => string
  log: (entry: LogEntry | McpLogEntry) => void
  /** Takes faults that belong to no request. */
  logFault: (error: unknown) => void
}

/** The whole service in one process: the gateway, the published documents, and the functions called directly. */
export function createNodeHost(options: NodeHostOptions): Server {
  const { distDir, logFault, recover = () => undefined } = options
  const folder = awaitFolder(distDir, recover)
  const documents = openDocuments(options, folder)
  options.onPublish?.(() => void documents.files.look())
  const fetchInternal = createInternalFetch(options, documents)
  const gateway = createGateway({ ...options, fetchInternal })
  const account = options.account?.(fetchInternal)
  const { publicUrl = null } = options
  const oembed = createOembed(documents.parsed, logFault, publicUrl)
  const share = createShare({ distDir, loadDocument: documents.parsed, log: logFault, publicUrl })
  const watchFeed = createWatchFeed(documents.parsed, logFault, publicUrl)
  const mcp = createNodeMcp({ ...options, gateway, publicUrl })
  return createHost({
    ...options,
    gateway,
    account,
    oembed,
    share,
    watchFeed,
    mcp,
    log: logFault,
    awaitFolder: folder,
    sharedCounts: options.isOneOfMany ? { state: options.state, secret: options.secret } : null,
  })
}

/** The published documents, as they are sent and as they are parsed: once each, as long as the folder is the same. */
interface Documents {
  files: DataFiles
  parsed: (name: string) => Promise<unknown>
}

function openDocuments(
  { distDir, now }: NodeHostOptions,
  folder: () => Promise<boolean>,
): Documents {
  const files = dataFiles(distDir, now, folder)
  const parsed = new WeakMap<ApiResponse, unknown>()
  return {
    files,
    async parsed(name) {
      const answer = await files(`/_data/${name}`)
      if (answer.status !== 200 || !(answer.body instanceof Uint8Array)) {
        throw new Error(`The document ${name} cannot be read: ${answer.fault ?? 'there is none'}.`)
      }
      if (!parsed.has(answer)) parsed.set(answer, JSON.parse(Buffer.from(answer.body).toString()))
      return parsed.get(answer)
    },
  }
}

/**
 * Cards for other sites; the list of protocols is made once for each published folder. A site with a public address answers for that
 * one, whatever a request says; else for the host that was asked.
 */
function createOembed(
  loadDocument: Documents['parsed'],
  log: (error: unknown) => void,
  publicUrl: string | null,
): (request: OembedRequest) => Promise<ApiResponse> {
  let last: EmbedDocuments | null = null
  const load = async (): Promise<EmbedDocuments> => {
    const [search, retired] = await Promise.all([
      loadDocument('live/search.json'),
      loadDocument('live/retired.json'),
    ])
    if (last && last.search === search && last.retired === retired) return last
    last = { search, retired } as EmbedDocuments
    return last
  }
  const own = publicUrl === null ? null : new URL(publicUrl).host
  return (asked) => answerOembed({ ...asked, host: own ?? asked.host }, { load, log })
}

/** Feeds of watchlists. */
function createWatchFeed(
  loadDocument: Documents['parsed'],
  log: (error: unknown) => void,
  publicUrl: string | null,
): (request: WatchFeedRequest) => Promise<ApiResponse> {
  const load = async (): Promise<WatchDocuments> => {
    const [search, steps, table, incidents] = await Promise.all(
      ['search', 'steps', 'alerts', 'incidents'].map((name) => loadDocument(`live/${name}.json`)),
    )
    return { search, steps, table, incidents } as WatchDocuments
  }
  return (asked) => answerWatchFeed({ ...asked, origin: publicUrl ?? asked.origin }, { load, log })
}

function createInternalFetch(
  { wallet, now, logFault: log }: NodeHostOptions,
  { files, parsed: loadDocument }: Documents,
): InternalFetch {
  const screener = { loadIndex: (set: DataSet) => loadDocument(`${set}/screener.json`), log }
  const search = { loadIndex: (set: DataSet) => loadDocument(`${set}/search.json`), log }
  const graph = { loadIndex: (set: DataSet) => loadDocument(`${set}/graph.json`), log }
  const incidents = {
    loadIndex: (set: DataSet) => loadDocument(`${set}/incident-index.json`),
    log,
  }
  const scan = openWalletScans({
    ...wallet,
    loadDocument: (name) => loadDocument(`live/${name}`),
    now,
    log,
  })
  const scanSandbox = openSandboxScans(() => loadDocument('sandbox/wallet.json'))
  const askWallet = async (search: string): Promise<ApiResponse> => {
    const request = new Request(new URL(`/_fn/wallet${search}`, 'http://localhost'))
    return readResponse(await handleWallet(request, { scan, scanSandbox, log }))
  }
  const functions: [path: string, ask: (search: string) => Promise<ApiResponse>][] = [
    ['/_fn/screener', (search) => answerScreener(search, screener)],
    ['/_fn/protocols', (search) => answerProtocols(search, screener)],
    ['/_fn/search', (query) => answerSearch(query, search)],
    ['/_fn/stress', (query) => answerStress(query, graph)],
    ['/_fn/incidents', (query) => answerIncidents(query, incidents)],
    ['/_fn/wallet', askWallet],
  ]
  return (address) => {
    if (!address.startsWith('/_fn/')) return files(address)
    for (const [path, ask] of functions) {
      if (address.startsWith(`${path}?`)) return ask(address.slice(path.length))
    }
    return files(address)
  }
}
