import * as z from 'zod'
import { parseJson } from '../../domain/json.ts'
import type { Address, Hex } from '../model/address.ts'
import { hex } from '../model/hex.ts'
import { type CcipRequest, GatewayFailure } from './ccip-request.ts'

/** What a resolver asks to be looked up elsewhere (EIP-3668). Every part of it is chosen by the owner of the name. */
export interface GatewayLookup {
  data: Hex
  sender: Address
  urls: readonly string[]
}

/** Real names need one; a resolver may look up one more on the way. */
const MAX_LOOKUPS = 2
const MAX_URLS = 3
const MAX_DATA_LENGTH = 32 * 1024

const gatewayAnswer = z.looseObject({ data: hex })

/**
 * The look-ups of one name, at most two of them and at most three gateways each, asked through `ask`, which guards where they
 * lead. Throws `GatewayFailure`.
 */
export function createGatewayReader(
  ask: (request: CcipRequest) => Promise<string>,
  signal: AbortSignal,
): (lookup: GatewayLookup) => Promise<Hex> {
  let lookups = 0
  return async ({ data, sender, urls }) => {
    lookups++
    if (lookups > MAX_LOOKUPS) throw new GatewayFailure('A name wants too many gateways asked.')
    if (data.length > MAX_DATA_LENGTH) {
      throw new GatewayFailure('A name wants a gateway to be sent more than is sensible.')
    }
    let failure = new GatewayFailure('A name has no gateway to ask.')
    for (const template of urls.slice(0, MAX_URLS)) {
      try {
        return parseAnswer(await ask(requestOf(template, { data, sender, urls }, signal)))
      } catch (error) {
        if (!(error instanceof GatewayFailure)) throw error
        failure = error
      }
    }
    throw failure
  }
}

/** A template with `{data}` is fetched; one without is posted to. */
function requestOf(template: string, lookup: GatewayLookup, signal: AbortSignal): CcipRequest {
  const sender = lookup.sender.toLowerCase()
  const isGet = template.includes('{data}')
  return {
    url: template.replaceAll('{sender}', sender).replaceAll('{data}', lookup.data),
    method: isGet ? 'GET' : 'POST',
    body: isGet ? null : JSON.stringify({ data: lookup.data, sender }),
    signal,
  }
}

function parseAnswer(body: string): Hex {
  const parsed = gatewayAnswer.safeParse(parseJson(body))
  if (!parsed.success) throw new GatewayFailure('A gateway answered with something else than data.')
  return parsed.data.data
}
