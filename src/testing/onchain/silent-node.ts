import { type FaultyNode, startFaultyNode } from '../wallet/evm/faulty-node.ts'

/** A node that fails every question in which an address stands, and passes the others on. */
export function silentAbout(url: string, address: string): Promise<FaultyNode> {
  return startFaultyNode(async (_path, init) => {
    const asked: unknown = JSON.parse(String(init.body))
    const answers = await Promise.all(
      [asked].flat().map(async (question) => {
        const body = JSON.stringify(question)
        const { id } = question as { id: number }
        if (body.includes(address.slice(2))) return { id, error: { code: -32603 } }
        const headers = { 'content-type': 'application/json' }
        return (await fetch(url, { method: 'POST', headers, body })).json()
      }),
    )
    return Response.json(Array.isArray(asked) ? answers : answers[0])
  })
}
