import * as z from 'zod'

/** Environment variables of the state store. Values may contain passwords, so no message repeats them. */
export const stateEnvironment = z.object({
  /** Where keys and counters are stored. */
  STATE_URL: z.string().min(1).default('sqlite:data/state.sqlite'),
  /** Token of a Redis endpoint, or of Netlify. */
  STATE_TOKEN: z.string().min(1).optional(),
  /** Key of the HMACs of API keys and addresses. */
  PLIMSOLL_SECRET: z.string().min(32).optional(),
  /** File with that key, for where a variable would be seen. */
  PLIMSOLL_SECRET_FILE: z.string().min(1).optional(),
})

export interface StateSettings {
  /** Not parsed yet: `openState` reports errors in it. */
  url: string
  token: string | null
  /** Null: `openSecret` creates one beside the state file. */
  secret: string | null
  secretFile: string | null
}

export function stateSettings(data: z.infer<typeof stateEnvironment>): StateSettings {
  return {
    url: data.STATE_URL,
    token: data.STATE_TOKEN ?? null,
    secret: data.PLIMSOLL_SECRET ?? null,
    secretFile: data.PLIMSOLL_SECRET_FILE ?? null,
  }
}
