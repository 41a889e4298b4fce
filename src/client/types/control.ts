/** One way from a contract to whoever can act on it. */
export interface ControlPath {
  /**
   * Who acts at the end. `nobody`: the code is fixed, or control was renounced. `eoa`: an account
   * with one key. `safe`: a Safe. `governor`: a vote on the chain. `timelock`: its proposers are
   * not known. `curated`: a governance contract or multisig that a person identified.
   * `unidentified`: no known way to its owner. `anyone`: unprotected.
   */
  actor: 'nobody' | 'eoa' | 'safe' | 'governor' | 'timelock' | 'curated' | 'unidentified' | 'anyone'
  /** Its address. Null when there is none or it is not known. */
  address: string | null
  /** Signatures needed. Null when it does not apply or is not known. */
  threshold: number | null
  /** Number of signers. Null when it does not apply or is not known. */
  signers: number | null
  /** Sum of the delays on the path, without votes. Null when not known; that is not 0. */
  delaySeconds: number | null
  /** Length of the votes on the path. Null when not known, 0 without a vote. */
  voteSeconds: number | null
  /** Contracts on the way, from the contract outward. */
  via: string[]
  /**
   * How it is known. `read`: storage and getters. `asked`: a simulated call from the actor passes
   * and one from a stranger fails. `code`: the bytecode. `convention`: the getter of a known kind
   * of proxy. `curated`: a reviewed table. `recorded`: a public record. `unconfirmed`: one node
   * says so, and no other node or record.
   */
  proof: 'read' | 'asked' | 'code' | 'convention' | 'curated' | 'recorded' | 'unconfirmed'
  /** What must be known beside it. */
  note: string | null
}

/** It is known who can change the code. */
export interface KnownCodeChange {
  known: true
  /** False when there may be more paths than these. */
  complete: boolean
  /** Every known way to change the code, weakest first. */
  paths: ControlPath[]
  /** Paths left out of `paths`. */
  more: number
}

/** It is not known who can change the code. */
export interface UnknownCodeChange {
  known: false
  /**
   * Why not. `no-code`: nothing is deployed there. `not-listable`: holders of a role cannot be
   * listed. `unidentified`: no known way to the owner. `unknown-proxy`: it delegates to code that
   * no known slot names. `node-failed`: no node answered. `not-recorded`: the record does not say.
   */
  why:
    | 'no-code'
    | 'not-listable'
    | 'unidentified'
    | 'unknown-proxy'
    | 'node-failed'
    | 'not-recorded'
}

/** One power other than changing the code. */
export interface ContractPower {
  /** The getter or role, such as `owner`. */
  getter: string
  /** Who holds it. */
  paths: ControlPath[]
}

export interface PausePower {
  /** Who can pause it. */
  paths: ControlPath[]
  /** Paths left out of `paths`. */
  more: number
  /** False when there may be more paths than these. */
  complete: boolean
  /** Whether it was paused. Null when not known. */
  pausedNow: boolean | null
}

/** Who can change, own or pause one contract, on one day. */
export interface ContractControl {
  /** Name of the chain. */
  chain: string
  /** Address; in lower case on EVM chains. */
  address: string
  /** Name of the contract. */
  name: string | null
  /** What the contract is for. `funds` and `logic` decide over deposits. */
  role: 'funds' | 'logic' | 'oracle' | 'token' | 'governance' | 'periphery'
  /** Kind of proxy, such as `eip1967`. Null when it is not one. */
  proxy: string | null
  /** Who can change the code. */
  codeChange: KnownCodeChange | UnknownCodeChange
  /** Who holds other powers. Empty when none is recorded. */
  powers: ContractPower[]
  /** Paths left out of `powers`. */
  morePowers: number
  /** Who can pause it. Null when nothing was found that could. */
  pause: PausePower | null
  /** Day of the reading or of the record. */
  day: string
  /** Block of the reading. Null when the record names none. */
  block: number | null
  /** `onchain`, or the short name of the public record that it is from. */
  source: string
  /** Where to check it. */
  link: string | null
  /** What users hold in it, in US dollars. Null when not known. */
  tvlUsd: number | null
}

/** A DeFiScan review of one deployment. */
export interface Review {
  /** Name of the chain. */
  chain: string
  /** Stage, 0 to 2. Null without one. */
  stage: number | null
  /** Risk that the code is changed: low, medium or high. */
  upgradeability: 'L' | 'M' | 'H' | null
  /** Risk that users cannot leave before a change: low, medium or high. */
  exitWindow: 'L' | 'M' | 'H' | null
  /** Day of its last update. */
  reviewedOn: string
  /** The review. */
  url: string | null
}

/** Who can change the contracts of the protocol. */
export interface Control {
  /**
   * The weakest known way to change the code of a contract that decides over deposits, as a
   * sentence with address and day.
   */
  headline: string
  /** The contracts, the weakest of those that decide over deposits first. */
  contracts: ContractControl[]
  /** Contracts left out of `contracts`. */
  more: number
  /** DeFiScan reviews of the same protocol. Empty when there are none. */
  reviews: Review[]
}

/** The price feed of an asset. */
export interface PriceFeed {
  /** Address; in lower case on EVM chains. */
  address: string
  /**
   * What sets the price. `aggregator`: a feed of the kind of Chainlink. `rate`: a fixed or
   * redeemable rate. `capped-rate`: such a rate with a cap on its growth. `twap`: the average price
   * of a pool. `updater`: one account writes it. `unidentified`: a contract of no known kind.
   */
  kind: 'aggregator' | 'rate' | 'capped-rate' | 'twap' | 'updater' | 'unidentified'
  /** Who can replace or set it. Null when not known. */
  owner: ControlPath[] | null
  /** Time since its last update. Null when it has none or it is not known. */
  ageSeconds: number | null
  /** Usual time between updates. Null when not known. */
  intervalSeconds: number | null
}

export interface MarketGap {
  /**
   * Why. `node-failed`: no node answered. `reverted`: a contract refused. `unreadable`: the answer
   * does not fit, or does not say. `implausible`: the values cannot be true. `too-many`: beyond the
   * limit of markets.
   */
  why: 'node-failed' | 'reverted' | 'unreadable' | 'implausible' | 'too-many'
  /** The facts that count at their worst in the score. They are null here. */
  facts: ('availableShare' | 'liquidationThreshold' | 'withdrawSeconds' | 'paused' | 'feed')[]
}

/** One asset of a lending market, or one vault, on one day. */
export interface Market {
  /** Name of the chain. */
  chain: string
  /** Address; in lower case on EVM chains. */
  address: string
  /** Name of the market or vault. Empty when not known. */
  name: string
  /** Symbol of the asset. Empty when not known. */
  asset: string
  /** Address; in lower case on EVM chains. Empty when not known. */
  assetAddress: string
  /** What is supplied, in US dollars. Null when not known. */
  suppliedUsd: number | null
  /** What can be withdrawn now over what is supplied. Null when not known. */
  availableShare: number | null
  /** What is borrowed over what is supplied. Null when not known. */
  utilisation: number | null
  /** Most that can be borrowed against it, as a share of its value. Null when not known. */
  loanToValue: number | null
  /** Share of its value at which a loan is liquidated. Null when not known. */
  liquidationThreshold: number | null
  /** Supply over the supply cap. Null without a cap or when not known. */
  supplyCapUsed: number | null
  /** No new supply or loans. Null when not known. */
  frozen: boolean | null
  /** Withdrawals are paused. Null when not known. */
  paused: boolean | null
  /** Least time that a withdrawal takes. Null when not known. */
  withdrawSeconds: number | null
  /** Its price feed. Null when not known. */
  feed: PriceFeed | null
  /**
   * What could not be read of it. Null when it was read; a fact that is null then does not apply,
   * or a record does not say. Of a market that could not be read at all, only the address is known.
   */
  gap: MarketGap | null
  /** Day of the reading or of the record. */
  day: string
  /** Block of the reading. Null when the record names none. */
  block: number | null
  /** `onchain`, or the short name of the public record that it is from. */
  source: string
  /** Where to check it. */
  link: string | null
}

/** Lending markets and vaults of the protocol. */
export interface Markets {
  /** The assets: those that could not be read first, then by supply. */
  assets: Market[]
  /** Assets left out of `assets`. */
  more: number
}
