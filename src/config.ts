import * as z from 'zod'
import { type HostSettings, hostEnvironment, hostSettings } from './api/host/node/settings.ts'
import { type StateSettings, stateEnvironment, stateSettings } from './api/state/settings.ts'
import type { Origin } from './domain/origin.ts'
import { REFRESH_DAYS } from './domain/refresh.ts'
import { PlimsollError } from './errors.ts'
import {
  readWalletSettings,
  type WalletSettings,
  environment as walletEnvironment,
} from './wallet/settings.ts'

const url = (fallback: string) =>
  z
    .url({ protocol: /^https?$/ })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
    .default(fallback)

/** As `lossName` makes it. */
const LOSS = '[a-z-]+@\\d{4}-\\d\\d-\\d\\d(-[0-9a-f]{12})?'

const environment = z.object({
  /** File of the store; left out, each origin has its own. */
  PLIMSOLL_DB: z.string().min(1).optional(),
  /** Folder that is published. */
  PLIMSOLL_DIST: z.string().min(1).default('dist'),
  /** Days after which the next snapshot is due, as health tells it. */
  PLIMSOLL_REFRESH_DAYS: z.coerce.number().int().min(1).max(365).default(REFRESH_DAYS),
  /** Time for one attempt to read an upstream, in milliseconds. */
  PLIMSOLL_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).optional(),
  /** Attempts after the first, when an upstream fails in a way that may pass. */
  PLIMSOLL_RETRIES: z.coerce.number().int().min(0).max(10).optional(),
  /** Losses that somebody has checked, by the names that a refusal printed. */
  PLIMSOLL_ACCEPT_LOSS: z
    .string()
    .regex(
      new RegExp(`^${LOSS}(, *${LOSS})*$`),
      'must be a comma-separated list of loss names as the error message printed them, such as SOURCE@2026-10-01-0123456789ab',
    )
    .transform((names) => names.split(/, */))
    .optional(),
  DEFILLAMA_URL: url('https://api.llama.fi'),
  /** Base of `/hacks`; by default the pro host when a key is set, else the free one. */
  DEFILLAMA_HACKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEFILLAMA_PRO_URL: url('https://pro-api.llama.fi'),
  /** Optional paid key. It is part of a path upstream, so it is kept out of every message. */
  DEFILLAMA_PRO_KEY: z.string().min(1).optional(),
  IMMUNEFI_URL: url(
    'https://raw.githubusercontent.com/infosec-us-team/Immunefi-Bug-Bounty-Programs-Unofficial/main',
  ),
  GITHUB_API_URL: url('https://api.github.com'),
  GITHUB_RAW_URL: url('https://raw.githubusercontent.com'),
  /** Raises GitHub's limit of 60 requests an hour. Sent to the host of `GITHUB_API_URL` only, and never printed. */
  GITHUB_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must not contain spaces or non-ASCII characters')
    .optional(),
})

export interface Config extends HostSettings {
  /** The store of each origin: the same file for all when one was chosen. */
  storeFiles: Record<Origin, string>
  distDir: string
  refreshDays: number
  state: StateSettings
  /** How patient a live run is with an upstream, and the token for GitHub's API, where that was set. */
  http: { timeoutMs?: number; retries?: number; bearer?: { origin: string; token: string } }
  /** Names of losses that are believed, because somebody checked. */
  acceptedLosses: string[]
  upstreams: Upstreams
  /** Where a wallet scan looks. */
  wallet: WalletSettings
}

/** Base URLs of the upstreams, without a trailing slash. */
export interface Upstreams {
  defillama: string
  /** Full URL of the incident list. */
  hacks: string
  immunefi: string
  githubApi: string
  githubRaw: string
}

/** The settings from an environment. Throws `CONFIG_INVALID` that names every bad variable at once, without values. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environment
    .extend(hostEnvironment.shape)
    .extend(stateEnvironment.shape)
    .extend(walletEnvironment.shape)
    .safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new PlimsollError('CONFIG_INVALID', `Check the environment: ${problems.join('; ')}.`)
  }
  const { data } = parsed
  const key = data.DEFILLAMA_PRO_KEY
  const hacksBase =
    data.DEFILLAMA_HACKS_URL?.replace(/(?<!\/)\/+$/, '') ??
    (key ? `${data.DEFILLAMA_PRO_URL}/${encodeURIComponent(key)}/api` : data.DEFILLAMA_URL)
  return {
    storeFiles: {
      live: data.PLIMSOLL_DB ?? 'data/plimsoll.sqlite',
      seed: data.PLIMSOLL_DB ?? 'data/sample.sqlite',
      recorded: data.PLIMSOLL_DB ?? 'data/recorded.sqlite',
    },
    distDir: data.PLIMSOLL_DIST,
    refreshDays: data.PLIMSOLL_REFRESH_DAYS,
    ...hostSettings(data),
    state: stateSettings(data),
    http: {
      ...(data.PLIMSOLL_TIMEOUT_MS === undefined ? {} : { timeoutMs: data.PLIMSOLL_TIMEOUT_MS }),
      ...(data.PLIMSOLL_RETRIES === undefined ? {} : { retries: data.PLIMSOLL_RETRIES }),
      ...(data.GITHUB_TOKEN === undefined
        ? {}
        : { bearer: { origin: new URL(data.GITHUB_API_URL).origin, token: data.GITHUB_TOKEN } }),
    },
    acceptedLosses: data.PLIMSOLL_ACCEPT_LOSS ?? [],
    upstreams: {
      defillama: data.DEFILLAMA_URL,
      hacks: `${hacksBase}/hacks`,
      immunefi: data.IMMUNEFI_URL,
      githubApi: data.GITHUB_API_URL,
      githubRaw: data.GITHUB_RAW_URL,
    },
    wallet: readWalletSettings(given),
  }
}
