import type { AccountStore } from './account-store.ts'
import type { KeyStore, StateStore } from './state-store.ts'
import type { WebhookStore } from './webhook-store.ts'

/** All that a host or command keeps. The edge has only the `StateStore`. */
export type FullState = StateStore & KeyStore & AccountStore & WebhookStore
