import type { SchemaText } from '../../contract/openapi-document.ts'

const SCORE = 'Composite of the protocol, 0 to 10; lower is safer.'
const LEVEL = 'The band of the score. Null without a score.'
const SLUG = 'Identifier of the protocol: its current slug.'
const NAME = 'Name of the protocol.'
const WEIGHTED =
  'weighed by what lies at each protocol: everything of known price that is not borrowed. Debts do not lighten a risk.'

/** Descriptions of what a wallet scan is made of, by schema and field. */
export const WALLET_TEXTS: Record<string, SchemaText> = {
  WalletScan: {
    about:
      'Positions of a wallet and the risk of the portfolio. What could not be seen or priced is said: see `coverage` and `totals.complete`. Fields may be added.',
    fields: {
      address: 'The address that was scanned.',
      resolvedFrom: 'The name that was given, when it was a name.',
      positions: 'Positions found, largest value first. Empty when none was.',
      riskSummary: 'Risk of the portfolio; an empty object without positions.',
      flags:
        'Every warning about the wallet, gravest first; also those of a wallet without positions, such as `sanctioned-address`.',
      portfolioScore: `Mean composite of the positions that have a price and a score, 0 to 10, ${WEIGHTED} Null when no position has both.`,
      positionSource: 'The sources of all positions, as each position names its own.',
      totals: 'Sums over the positions, and whether they are complete.',
      sanctions: 'Whether a sanctions list names the address, and which lists were asked.',
      coverage: 'What was looked at, by chain and protocol, and what could not be read.',
    },
  },
  WalletPosition: {
    about:
      'What a wallet holds in one market of one protocol. A sum is null when a leg of it has no price.',
    fields: {
      id: 'Tells the positions of a scan apart: chain, protocol, market and reference.',
      chain: 'Name of the chain.',
      protocol: NAME,
      protocolSlug: SLUG,
      product: 'What kind of position it is.',
      market: 'The market or pool. Null when the protocol has but one.',
      ref: "Tells positions of one market apart, such as an NFT's number. Null when there is one.",
      receiptToken: 'The token that stands for the position. Null when there is none.',
      legs: 'The tokens it is made of. Empty only for a perpetual on the margin of an account, which is a position of its own.',
      suppliedUsd:
        'What was put in, in US dollars: legs of the roles `supply`, `stake`, `lp`, `collateral` and `margin`.',
      borrowedUsd: 'What is owed, in US dollars: legs of the role `borrow`.',
      rewardsUsd: 'What can be claimed, in US dollars: legs of the role `reward`, fees among them.',
      netUsd: 'What is supplied, less what is borrowed, plus the rewards.',
      healthFactor: 'Above 1 is safe; below, it may be liquidated. Null without debt.',
      inRange:
        'Concentrated liquidity: whether the price lies within the range. Null for anything else.',
      perp: 'The perpetual. Null for anything else, and for the account that holds the margin.',
      risk: 'Risk of the protocol. Null when it has no score.',
      positionSource:
        'Where it was read: `onchain`, which includes the API of an exchange, `provider:<id>` or `sandbox`.',
      valuation: 'Whether all, some or none of its legs have a value.',
    },
  },
  WalletLeg: {
    about: 'One token of a position.',
    fields: {
      role: 'What the token does in the position.',
      token:
        'Address of the token, or its mint on Solana; for balances that are on no chain, the name under which it is priced.',
      symbol: 'Symbol of the token, as its maker wrote it.',
      amount: 'Decimal, in whole tokens; never negative.',
      usd: 'Value in US dollars to the cent. Null when the price is not known, never zero for that.',
      price: 'What the value was counted with. Null without a price.',
      missing:
        'Why there is no price. `disagreement`: two sources know one, or the price of what stands behind the token, and are more than 5 % apart, so that the value is null and the flag `price-disagreement` is raised. Null when there is a price, or nothing to be priced.',
      collateral: 'Whether it can be borrowed against. Null where the question does not arise.',
    },
  },
  TokenPrice: {
    about: 'The price of one whole token.',
    fields: {
      usd: 'US dollars.',
      source: 'Where the price comes from.',
      asOf: 'The day of the price, UTC.',
      confirmedBy:
        'A second source that agrees within 5 %: an oracle that prices the token, or what stands behind it. Null when one source alone knows the price: it is used, and nothing bounds it.',
    },
  },
  Perpetual: {
    about: 'An open perpetual, as the protocol states it. What it does not state is null.',
    fields: {
      side: 'Whether it gains when the price rises or falls.',
      sizeUsd: 'Size in US dollars.',
      leverage: 'Size over margin.',
      entryPrice: 'Mean price at which it was opened, in US dollars.',
      liquidationPrice: 'Price at which it is liquidated, in US dollars.',
      pnlUsd:
        'Profit, or loss below zero, that is not realised, in US dollars. To be shown and not to be added to any sum: see `pnlInNet`.',
      pnlInNet:
        'Whether the sums hold the profit or loss already, in the margin of this position or of the account; false when the margin is the collateral alone. Null when that is not known.',
    },
  },
  PositionRisk: {
    about: 'Risk of the protocol of a position, as the protocol list has it.',
    fields: {
      score: SCORE,
      scoredAt: 'When the score was computed.',
      dimensions: 'Its six dimensions.',
    },
  },
  WalletDimensions: {
    about:
      'Six risks, each 0 to 10; lower is safer. Null for one that is unknown or does not apply.',
    fields: {
      credit: 'Credit risk.',
      counterparty: 'Counterparty risk.',
      liquidity: 'Liquidity risk.',
      oracle: 'Oracle risk.',
      smartContract: 'Smart contract risk.',
      liquidityTrap: 'Liquidity trap risk.',
    },
  },
  RiskSummary: {
    about: `Risk of the whole portfolio, ${WEIGHTED}`,
    fields: {
      weightedScore: 'The same as `portfolioScore`.',
      riskLevel: LEVEL,
      scoredShare:
        'Share of the value of known price that has a score, 0 to 1. Null without such value.',
      concentration:
        'Share of the largest position in the value of known price, 0 to 1. Null without such value.',
      singleSourceShare:
        'Share of the value of known price, debts among it, that was counted with prices which one source alone knows, 0 to 1. Null without such value.',
      minHealthFactor: 'The lowest health factor. Null without debt.',
      flags:
        'What to look at, gravest first. `sanctioned-address`: a list names it. `sanctions-unknown`: no source can answer. `low-health-factor`: one is below 1.1. `high-risk-protocol`: something lies at one. `unscored-protocol`: one has no score. `unpriced-position`: a leg has no price. `price-disagreement`: two sources are more than 5 % apart. `single-source-price`: more than a tenth of the value, debts among it, hangs on prices that one source alone knows. `incomplete-coverage`: a chain or protocol could not be read. `out-of-range`: liquidity earns no fees.',
      dimensions: 'The mean of each dimension over the positions that have it.',
      protocols:
        'By protocol, largest value first. The contributions add up to the weighted score before it is rounded.',
      weakestPositions:
        'The positions at the riskiest protocols, of those that hold something; at most three.',
    },
  },
  ProtocolShare: {
    about: 'What lies at one protocol and what it adds to the risk.',
    fields: {
      protocolSlug: SLUG,
      protocol: NAME,
      valueUsd:
        'What lies there, debts not taken off, in US dollars: the part of known price. Null when none of it has a price.',
      share: 'Its share of the value of known price, 0 to 1.',
      score: `${SCORE} Null without one.`,
      riskLevel: LEVEL,
      contribution:
        'Points of the weighted score that come from here. Null without price or score.',
    },
  },
  WeakPosition: {
    about: 'A position at one of the riskiest protocols.',
    fields: {
      id: 'The `id` of the position.',
      protocolSlug: SLUG,
      score: SCORE,
      valueUsd: 'What lies there, debts not taken off. Null when none of it has a price.',
    },
  },
  WalletTotals: {
    about:
      'Sums of all legs that were read and have a price. While `complete` is false there may be more, supplied and borrowed.',
    fields: {
      suppliedUsd: 'What was put in, in US dollars.',
      borrowedUsd: 'What is owed, in US dollars.',
      rewardsUsd: 'What can be claimed, in US dollars.',
      netUsd:
        'What is supplied, less what is borrowed, plus the rewards. Null when a debt has no price, since what is left would overstate.',
      complete:
        'True only when every chain and protocol that was asked was read and every leg has a price. Protocols that `coverage` does not name are not looked at.',
    },
  },
  Screening: {
    about: 'What sanctions lists say of the address.',
    fields: {
      status:
        '`listed` when a source names the address, `clear` when one that is up to date does not, `unknown` when none can answer.',
      sources: 'Every source that was asked.',
    },
  },
  SanctionSource: {
    about: 'One sanctions list.',
    fields: {
      id: 'Name of the list.',
      asOf: 'The day of the list; of an oracle on a chain, the day of the block that was asked. Null when it could not be asked, or is behind.',
      hit: 'Whether it names the address. Null when it does not say.',
    },
  },
  WalletCoverage: {
    about: 'What was looked at on one chain.',
    fields: {
      chain: 'Name of the chain.',
      status:
        '`ok` when all of it was read, `partial` when some was; when nothing was, `stale` where its nodes stand at a block that is too old to be believed, else `timeout` or `unavailable`. Not `ok` means that positions may be missing.',
      block:
        'The block that was read. When the chain is `stale`, the block at which a node stands. Null when no block is known.',
      protocols: 'Every protocol that was looked for there.',
    },
  },
  ChainBlock: {
    about: 'A block of a chain.',
    fields: {
      number: 'Its number; on Solana the number of its slot.',
      time: 'The time that the chain gives it, UTC.',
    },
  },
  ProtocolCoverage: {
    about: 'Whether one protocol was read on one chain.',
    fields: {
      id: SLUG,
      status: '`failed` when something of it could not be read, or could not be valued.',
      reason:
        'Why it failed: `rpc` (no node gave an answer that can be believed), `contract` (what it answered made no sense), `provider` (an API did not answer) or `price` (it was read, and a leg has no price). Absent when it did not.',
    },
  },
}
