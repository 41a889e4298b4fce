/** A health factor below this is close to liquidation. */
export const LOW_HEALTH_FACTOR = 1.1

/** A larger share of the value than this on single-source prices is a warning. */
export const SINGLE_SOURCE_SHARE = 0.1

/** Assets at a protocol that are a smaller share of the net exposure than this, or worth less than a dollar, are dust. */
export const DUST_SHARE = 0.001
export const DUST_USD = 1

/** A flag needs assets of at least this share of the net exposure. */
export const FLAG_SHARE = 0.01

/** There is no score when a smaller share of the net exposure than this is at scored protocols. */
export const LEAST_SCORED_SHARE = 0.75

/** A smaller move than this is near to liquidation, a leverage of this is high, and a larger share than this at one protocol is concentrated. */
export const NEAR_LIQUIDATION = 0.1
export const HIGH_LEVERAGE = 5
export const CONCENTRATED_SHARE = 0.5

/** Positions that a warning names. */
export const MAX_WARNED = 5

/** Collaterals of a loan whose fall alone is given; more than any market that is read allows. */
export const MAX_ALONE = 32

/** Approvals that an answer lists. */
export const MAX_APPROVALS = 50
