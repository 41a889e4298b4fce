import * as z from 'zod'

const url = (fallback: string) =>
  z
    .url({ protocol: /^https?$/ })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
    .default(fallback)

export const environment = z.object({
  /** Time for one attempt to read an upstream, in milliseconds. */
  PLIMSOLL_TIMEOUT_MS: z.coerce.number().int().min(100).max(600_000).optional(),
  /** Attempts after the first, when an upstream fails with an error that may be temporary. */
  PLIMSOLL_RETRIES: z.coerce.number().int().min(0).max(10).optional(),
  DEFILLAMA_URL: url('https://api.llama.fi'),
  /** Base of `/hacks`; by default the pro host when a key is set, else the free one. */
  DEFILLAMA_HACKS_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEFILLAMA_PRO_URL: url('https://pro-api.llama.fi'),
  /** Optional paid key. It is part of the upstream URL, so no message shows it. */
  DEFILLAMA_PRO_KEY: z.string().min(1).optional(),
  IMMUNEFI_URL: url(
    'https://raw.githubusercontent.com/infosec-us-team/Immunefi-Bug-Bounty-Programs-Unofficial/main',
  ),
  /** Whether a live run reads contracts and markets from the chains, through the nodes of the wallet scan. */
  PLIMSOLL_ONCHAIN: z.enum(['on', 'off']).default('on'),
  GITHUB_API_URL: url('https://api.github.com'),
  GITHUB_RAW_URL: url('https://raw.githubusercontent.com'),
  /** Git repository of the adapters. A user name or password in it would be visible in the list of processes. */
  ADAPTERS_GIT_URL: z
    .url({ protocol: /^(https?|file)$/ })
    .refine((text) => !/^[^/]+\/\/[^/]*@/.test(text), 'must not contain a user name or password')
    .default('https://github.com/DefiLlama/DefiLlama-Adapters.git'),
  /** Raises GitHub's limit of 60 requests an hour. Sent to the host of `GITHUB_API_URL` only, and never printed. */
  GITHUB_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must not contain spaces or non-ASCII characters')
    .optional(),
})

export interface IngestSettings {
  /** Timeout and retries of a live run, and the token for GitHub's API, where they are set. */
  http: { timeoutMs?: number; retries?: number; bearer?: { origin: string; token: string } }
  upstreams: Upstreams
  /** Address of the git repository of the adapters. */
  adaptersGitUrl: string
  /** Whether a live run reads contracts and markets from the chains. */
  readsChains: boolean
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

/** The settings of the upstreams from a parsed environment. */
export function readIngestSettings(data: z.infer<typeof environment>): IngestSettings {
  const key = data.DEFILLAMA_PRO_KEY
  const hacksBase =
    data.DEFILLAMA_HACKS_URL?.replace(/(?<!\/)\/+$/, '') ??
    (key ? `${data.DEFILLAMA_PRO_URL}/${encodeURIComponent(key)}/api` : data.DEFILLAMA_URL)
  return {
    http: {
      ...(data.PLIMSOLL_TIMEOUT_MS === undefined ? {} : { timeoutMs: data.PLIMSOLL_TIMEOUT_MS }),
      ...(data.PLIMSOLL_RETRIES === undefined ? {} : { retries: data.PLIMSOLL_RETRIES }),
      ...(data.GITHUB_TOKEN === undefined
        ? {}
        : { bearer: { origin: new URL(data.GITHUB_API_URL).origin, token: data.GITHUB_TOKEN } }),
    },
    upstreams: {
      defillama: data.DEFILLAMA_URL,
      hacks: `${hacksBase}/hacks`,
      immunefi: data.IMMUNEFI_URL,
      githubApi: data.GITHUB_API_URL,
      githubRaw: data.GITHUB_RAW_URL,
    },
    adaptersGitUrl: data.ADAPTERS_GIT_URL,
    readsChains: data.PLIMSOLL_ONCHAIN === 'on',
  }
}
