import type { CauseClass } from './cause-class.ts'
import type { Incident } from './protocol.ts'

/** Words of the source by class; the first that match count, so that a key stolen by phishing is a stolen key. */
const TECHNIQUES: readonly [CauseClass, RegExp][] = [
  ['rug-pull', /\brug|exit scam/i],
  [
    'keys',
    /\bkeys? (leak|compromis)|wallet (hack|compromis)|ecdsa|blind sign|signer|guardian 2fa/i,
  ],
  ['governance', /governance|voting|proposal/i],
  ['bridge', /bridge|cross.?chain|log spoof|trusted root|proof verif/i],
  ['reentrancy', /re-?entran/i],
  ['price-manipulation', /oracle|price|market manipul|trove manipul/i],
  ['infrastructure', /\bdns\b|domain|front-?end|cloudflare|supply chain|database|\bapi\b/i],
  ['social-engineering', /phish|social|impersonation scam|poisoning/i],
  [
    'access-control',
    /acc?ess? control|acces control|unauthori|authenti|initiali|ownership|takeover|signature|caller|hijack|delegatecall|external call|approval/i,
  ],
  [
    'accounting',
    /donat|rounding|shares?\b|inflat|math|overflow|calculation|depositor|\bmint|accounting|disparity|empty market|new market/i,
  ],
  ['logic', /logic|bug\b|flaw|mistake|validation|misconfig|function|misalignment|replay|compiler/i],
]

/** Coarser words of the source, where those of the technique match nothing. `Ecosystem` says nothing. */
const CLASSIFICATIONS: readonly [CauseClass, RegExp][] = [
  ...TECHNIQUES,
  ['keys', /^key compromise$/i],
  ['access-control', /^access control$/i],
  ['bridge', /^bridge/i],
  ['infrastructure', /infrastructure/i],
  ['logic', /smart contract language/i],
]

/** The class of an incident by the words of its source: those of the technique, else the coarser ones. */
export function causeClass({
  technique,
  cause,
}: Pick<Incident, 'technique' | 'cause'>): CauseClass {
  if (cause !== null && /^rug/i.test(cause)) return 'rug-pull'
  return first(TECHNIQUES, technique) ?? first(CLASSIFICATIONS, cause) ?? ('unclassified' as const)
}

function first(words: readonly [CauseClass, RegExp][], text: string | null): CauseClass | null {
  if (text === null) return null
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
