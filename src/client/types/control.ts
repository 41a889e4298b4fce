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
  /**
   * Why it is not confirmed. `one-node`: one node alone answered. `disagreement`: no two nodes say
   * the same. It then counts in no score. Left out when two nodes say the same, or a public record
   * is its source.
   */
  unconfirmed?: 'one-node' | 'disagreement' | undefined
  /**
   * Facts on which nodes disagreed at the last reading, with each answer. Also filled where two of
   * them agree, whose answer is then published. Left out when all agree.
   */
  disagreements?: Disagreement[] | undefined
}

/** A fact on which nodes disagree. */
export interface Disagreement {
  /** The fact, such as `utilisation` or `code`. */
  fact: string
  /** What each node answered. */
  answers: NodeAnswer[]
}

/** The answer of one node. */
export interface NodeAnswer {
  /** Host of a public node; a private one is named by its place only. */
  node: string
  /** Its answer, with addresses in short. */
  answer: string
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
