import * as z from 'zod'
import { unknownNodeVariables } from '../chains/wallet-nodes.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { Origin } from '../domain/origin.ts'
import { REFRESH_DAYS } from '../domain/refresh.ts'
import { type HostSettings, hostEnvironment, hostSettings } from './host.ts'
import {
  type IngestSettings,
  environment as ingestEnvironment,
  readIngestSettings,
} from './ingest.ts'
import { type MailSettings, mailEnvironment, mailSettings } from './mail.ts'
import { type SiteSettings, siteEnvironment, siteSettings } from './site.ts'
import { type StateSettings, stateEnvironment, stateSettings } from './state.ts'
import { type WalletSettings, environment as walletEnvironment, walletSettings } from './wallet.ts'

/** The format of `lossName`. */
const LOSS = '[a-z-]+@\\d{4}-\\d\\d-\\d\\d(-[0-9a-f]{12})?'

const environment = z.object({
  /** File of the store; left out, each origin has its own. */
  PLIMSOLL_DB: z.string().min(1).optional(),
  /** Folder that is published. */
  PLIMSOLL_DIST: z.string().min(1).default('dist'),
  /** Days after which the next snapshot is due, as `/v1/health` reports it. */
  PLIMSOLL_REFRESH_DAYS: z.coerce.number().int().min(1).max(365).default(REFRESH_DAYS),
  /** Private key that signs the tables for download, and the public keys of earlier ones; `src/bulk/signing.ts` reads both. */
  PLIMSOLL_SIGNING_KEY: z.string().optional(),
  PLIMSOLL_FORMER_KEYS: z.string().optional(),
  /** Names of accepted data losses, as the error message prints them. */
  PLIMSOLL_ACCEPT_LOSS: z
    .string()
    .regex(
      new RegExp(`^${LOSS}(, *${LOSS})*$`),
      'must be a comma-separated list of loss names as the error message printed them, such as SOURCE@2026-10-01-0123456789ab',
    )
    .transform((names) => names.split(/, */))
    .optional(),
})

export interface Config extends HostSettings, IngestSettings {
  /** The store of each origin: the same file for all when one was chosen. */
  storeFiles: Record<Origin, string>
  distDir: string
  refreshDays: number
  state: StateSettings
  site: SiteSettings
  /** Null: no e-mail is sent. */
  mail: MailSettings | null
  /** The settings of the signature as they were given. */
  signing: { key: string | undefined; formerKeys: string | undefined }
  /** Names of accepted data losses. */
  acceptedLosses: string[]
  /** The nodes and price sources of a wallet scan. */
  wallet: WalletSettings
}

/** The settings from an environment. Throws `CONFIG_INVALID` that names every bad variable at once, without values. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = environment
    .extend(hostEnvironment.shape)
    .extend(stateEnvironment.shape)
    .extend(siteEnvironment.shape)
    .extend(mailEnvironment.shape)
    .extend(ingestEnvironment.shape)
    .extend(walletEnvironment.shape)
    .safeParse(given)
  const strange = unknownNodeVariables(Object.keys(given)).map(
    (name) => `${name}: names no chain of the wallet scan`,
  )
  if (!parsed.success || strange.length > 0) {
    const issues = parsed.error?.issues ?? []
    const problems = [
      ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
      ...strange,
    ]
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
    ...hostSettings(data),
    state: stateSettings(data),
    site: siteSettings(data),
    mail: mailSettings(data),
    signing: { key: data.PLIMSOLL_SIGNING_KEY, formerKeys: data.PLIMSOLL_FORMER_KEYS },
    acceptedLosses: data.PLIMSOLL_ACCEPT_LOSS ?? [],
    ...readIngestSettings(data),
    wallet: walletSettings(data),
  }
}
