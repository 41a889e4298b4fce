import { type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'

/** A node that passes questions on to another one, and puts other text in place of some in the answers. */
export function startLiar(
  url: string,
  lies: readonly (readonly [truth: string | RegExp, lie: string])[],
): Promise<FaultyNode> {
  return startFaultyNode(async (_path, init) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: String(init.body) }
    const text = await (await fetch(url, request)).text()
    return new Response(lies.reduce((said, [truth, lie]) => said.replaceAll(truth, lie), text))
  })
}
