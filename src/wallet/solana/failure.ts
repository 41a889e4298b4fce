/** How an RPC can leave us without an answer: too late, with something that is none, or with one of long ago. */
export type RpcFailureKind = 'rpc-timeout' | 'rpc-error' | 'rpc-stale'

/** No node gave an answer. The message is a finished sentence and names no URL, for that may hold a key. */
export class RpcFailure extends Error {
  override name = 'RpcFailure'
  readonly kind: RpcFailureKind

  constructor(kind: RpcFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}
