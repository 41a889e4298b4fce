import { type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'

/** A node that passes questions on to another one, and changes the text of its answers. */
export function startLiar(url: string, lie: (answer: string) => string): Promise<FaultyNode> {
  return startFaultyNode(async (_path, init) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: String(init.body) }
    return new Response(lie(await (await fetch(url, request)).text()))
  })
}
