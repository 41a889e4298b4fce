/** Why an RPC gave no usable answer: too late, invalid, or out of date. */
export type RpcFailureKind = 'rpc-timeout' | 'rpc-error' | 'rpc-stale'

/** No node gave a usable answer. The message is a full sentence and names no URL, because a URL may hold a key. */
export class RpcFailure extends Error {
  override name = 'RpcFailure'
  readonly kind: RpcFailureKind

  constructor(kind: RpcFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}
