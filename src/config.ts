import { isIP } from 'node:net'
import * as z from 'zod'
import type { Origin } from './domain/origin.ts'
import { REFRESH_DAYS } from './domain/refresh.ts'
import { PlimsollError } from './errors.ts'
import {
  type IngestSettings,
  environment as ingestEnvironment,
  readIngestSettings,
} from './ingest/settings.ts'
import {
  readWalletSettings,
  type WalletSettings,
  environment as walletEnvironment,
} from './wallet/settings.ts'

/** Whether a text is an IP address, with or without a prefix length. */
function isPeer(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (most < 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
}

/** As `lossName` makes it. */
const LOSS = '[a-z-]+@\\d{4}-\\d\\d-\\d\\d(-[0-9a-f]{12})?'

const environment = z.object({
  /** File of the store; left out, each origin has its own. */
  PLIMSOLL_DB: z.string().min(1).optional(),
  /** Folder that is published. */
  PLIMSOLL_DIST: z.string().min(1).default('dist'),
  /** Days after which the next snapshot is due, as `/v1/health` reports it. */
  PLIMSOLL_REFRESH_DAYS: z.coerce.number().int().min(1).max(365).default(REFRESH_DAYS),
  /** Address that the server listens on; by default only this machine can connect. */
  HOST: z
    .string()
    .regex(/^[0-9A-Za-z.:-]+$/, 'must be an IP address or a host name')
    .default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8888),
  /** Where keys and counters are stored. It may contain a password, so no message shows it. */
  STATE_URL: z.string().min(1).default('sqlite:data/state.sqlite'),
  /** Token of a Redis endpoint, or of Netlify. Never printed. */
  STATE_TOKEN: z.string().min(1).optional(),
  /** The secret that keys and addresses are hashed with. Never printed. */
  PLIMSOLL_SECRET: z.string().min(32).optional(),
  /** Header that a proxy in front sets to the client's address. Any client can send it, so without a proxy it stays empty. */
  TRUST_PROXY: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be a header name, such as X-Forwarded-For')
    .transform((name) => name.toLowerCase())
    .optional(),
  /** Peers that are trusted to set that header. */
  TRUST_PROXY_FROM: z
    .string()
    .default('127.0.0.0/8,::1')
    .transform((text) => text.split(',').map((peer) => peer.trim()))
    .refine(
      (peers) => peers.every(isPeer),
      'must be a comma-separated list of IP addresses or prefixes such as 10.0.0.0/8',
    ),
  /** `json`: a line for every request, not only for faults. */
  LOG: z.enum(['faults', 'json']).default('faults'),
  /** Losses that somebody has checked and confirmed, by the names that the error message printed. */
  PLIMSOLL_ACCEPT_LOSS: z
    .string()
    .regex(
      new RegExp(`^${LOSS}(, *${LOSS})*$`),
      'must be a comma-separated list of loss names as the error message printed them, such as SOURCE@2026-10-01-0123456789ab',
    )
    .transform((names) => names.split(/, */))
    .optional(),
})

export interface Config extends IngestSettings {
  /** The store of each origin: the same file for all when one was chosen. */
  storeFiles: Record<Origin, string>
  distDir: string
  refreshDays: number
  /** Address that the server listens on. */
  host: string
  port: number
  state: StateConfig
  /** Lower-case name of the header with the client's address; null without a proxy in front. */
  trustProxy: string | null
  /** Addresses and prefixes of the proxies whose header is trusted. */
  trustProxyFrom: string[]
  log: 'faults' | 'json'
  /** Names of losses that somebody has checked and confirmed. */
  acceptedLosses: string[]
  /** The nodes and price sources of a wallet scan. */
  wallet: WalletSettings
}

/** Not parsed here: `openState` and `openSecret` say what is wrong with it. */
export interface StateConfig {
  url: string
  token: string | null
  /** Null: `openSecret` keeps one beside the state file. */
  secret: string | null
}

/** The settings from an environment. Throws `CONFIG_INVALID` that names every bad variable at once, without values. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environment
    .extend(ingestEnvironment.shape)
    .extend(walletEnvironment.shape)
    .safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new PlimsollError('CONFIG_INVALID', `Check the environment: ${problems.join('; ')}.`)
  }
  const { data } = parsed
  return {
    storeFiles: {
      live: data.PLIMSOLL_DB ?? 'data/plimsoll.sqlite',
      seed: data.PLIMSOLL_DB ?? 'data/sample.sqlite',
      recorded: data.PLIMSOLL_DB ?? 'data/recorded.sqlite',
    },
    distDir: data.PLIMSOLL_DIST,
    refreshDays: data.PLIMSOLL_REFRESH_DAYS,
    host: data.HOST,
    port: data.PORT,
    state: {
      url: data.STATE_URL,
      token: data.STATE_TOKEN ?? null,
      secret: data.PLIMSOLL_SECRET ?? null,
    },
    trustProxy: data.TRUST_PROXY ?? null,
    trustProxyFrom: data.TRUST_PROXY_FROM,
    log: data.LOG,
    acceptedLosses: data.PLIMSOLL_ACCEPT_LOSS ?? [],
    ...readIngestSettings(data),
    wallet: readWalletSettings(given),
  }
}
