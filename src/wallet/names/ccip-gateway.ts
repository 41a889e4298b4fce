import * as z from 'zod'
import type { Address, Hex } from '../../chains/address.ts'
import { hex } from '../../chains/hex.ts'
import { parseOutsideJson } from '../../domain/json.ts'
import { type CcipRequest, GatewayFailure } from './ccip-request.ts'

/** An off-chain look-up that a resolver requests (EIP-3668). The owner of the name controls every part of it. */
export interface GatewayLookup {
  data: Hex
  sender: Address
  urls: readonly string[]
}

/** Real names need one look-up; their resolver may need another. */
const MAX_LOOKUPS = 2
const MAX_URLS = 3
const MAX_DATA_LENGTH = 32 * 1024

const gatewayAnswer = z.looseObject({ data: hex })

/**
 * Reads the look-ups of one name: at most two, with at most three gateways each. Requests go through `ask`, which must check their
 * targets. The reader throws `GatewayFailure`.
 */
export function createGatewayReader(
  ask: (request: CcipRequest) => Promise<string>,
  signal: AbortSignal,
): (lookup: GatewayLookup) => Promise<Hex> {
  let lookups = 0
  return async ({ data, sender, urls }) => {
    lookups++
    if (lookups > MAX_LOOKUPS)
      throw new GatewayFailure(`The name needs more than ${MAX_LOOKUPS} gateway look-ups.`)
    if (data.length > MAX_DATA_LENGTH) {
      throw new GatewayFailure(
        `The name sends more than ${MAX_DATA_LENGTH} characters to a gateway.`,
      )
    }
    let failure = new GatewayFailure('The name lists no gateway.')
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

/** A GET for a template with `{data}`, otherwise a POST. */
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
  const parsed = gatewayAnswer.safeParse(parseOutsideJson(body))
  if (!parsed.success)
    throw new GatewayFailure('The response of a gateway does not match its schema.')
  return parsed.data.data
}
