import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { address, entryBase } from '../../model/entry-base.ts'
import type { OwnedAccounts } from '../read-chain.ts'
import type { CallSteps } from '../reader-run.ts'
import { dsProxies, dsProxy } from './ds-proxy.ts'
import { instadapp } from './instadapp.ts'
import { summer } from './summer.ts'

const REGISTRIES = { 'ds-proxy': dsProxy, 'ds-proxies': dsProxies, instadapp, summer }

/** A contract that names the smart accounts of an owner. */
export const accountRegistry = entryBase
  .pick({ id: true, protocol: true, source: true, verified: true })
  .extend({
    kind: z.enum(['ds-proxy', 'ds-proxies', 'instadapp', 'summer']),
    registry: address,
  })
export type AccountRegistry = z.infer<typeof accountRegistry>

/** The smart accounts of an owner, as the registry names them. */
export function readAccounts(
  { kind, registry }: AccountRegistry,
  owner: Address,
): CallSteps<OwnedAccounts> {
  return REGISTRIES[kind](registry, owner)
}
