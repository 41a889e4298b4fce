import { MAX_FAILURES } from './commands/failures.ts'
import {
  CHANGES,
  type Command,
  HISTORY,
  INCIDENTS,
  LIST,
  SCREENER,
  SEARCH,
  VERIFY,
} from './options.ts'

const ID = { name: 'ID' }

/** Every command, in the order of the help. */
export const COMMANDS: Command[] = [
  {
    name: 'search',
    summary: 'find protocols by name, symbol or former name',
    operands: [{ name: 'TEXT', rest: 'text' }],
    options: SEARCH,
    examples: ['plimsoll search aave', 'plimsoll search "curve dex" --limit 3'],
  },
  {
    name: 'get',
    summary: 'one protocol: its score and the reasons behind it',
    operands: [ID],
    options: [],
    notes: ['Ids are in the first column of search. Former slugs work too.'],
    examples: ['plimsoll get aave-v3', 'plimsoll get aave-v3 --json | jq .data.composite'],
  },
  {
    name: 'history',
    summary: 'the published scores of one protocol, newest first',
    operands: [ID],
    options: HISTORY,
    examples: [
      'plimsoll history aave-v3',
      'plimsoll history aave-v3 --since 2026-11-01 --limit 10',
    ],
  },
  {
    name: 'depends',
    summary: 'what one protocol stands on, and who stands on it',
    operands: [ID],
    options: [],
    notes: [
      'ID may also be an issuer, a bridge or an oracle: then only who stands on it is shown.',
    ],
    examples: ['plimsoll depends sparklend', 'plimsoll depends circle'],
  },
  {
    name: 'stress',
    summary: 'what it costs others if something fails',
    operands: [{ name: 'ID:DROP', rest: MAX_FAILURES }],
    options: [],
    notes: [
      'DROP is the share of its value that it loses, 0 to 1, rounded to six decimals. Up to five. ID is a protocol, or an issuer or a bridge, as depends shows them.',
    ],
    examples: ['plimsoll stress lido:0.06', 'plimsoll stress circle:0.12 tether:0.05'],
  },
  {
    name: 'contract',
    summary: 'whose contract an address is, and who can change it',
    operands: [{ name: 'CHAIN' }, { name: 'ADDRESS' }],
    options: [],
    notes: [
      'CHAIN is a name or an alias of a chain. An address that is not found is in none of the tables; that does not make it safe.',
    ],
    examples: ['plimsoll contract ethereum 0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'],
  },
  {
    name: 'list',
    summary: 'the list of protocols, by score, TVL or name',
    operands: [],
    options: LIST,
    examples: [
      'plimsoll list --chain base --min-credit-score 4 --limit 20',
      'plimsoll list --ids aave-v3,lido --fields name,compositeScore --json',
    ],
  },
  {
    name: 'screener',
    summary: 'protocols by filters on their score and its six dimensions',
    operands: [],
    options: SCREENER,
    examples: [
      'plimsoll screener --category lending --chain base --level elevated,high',
      'plimsoll screener --max-oracle-risk 3 --min-tvl 1000000 --sort tvl',
    ],
  },
  {
    name: 'wallet',
    summary: 'what a wallet holds, and the risk of it',
    operands: [{ name: 'ADDRESS' }],
    options: [],
    notes: [
      'ADDRESS is an EVM, Solana or Tron address, or a name that ends in .eth or .sol. It needs an API key on the Pro plan in PLIMSOLL_API_KEY.',
    ],
    examples: ['plimsoll wallet vitalik.eth'],
  },
  {
    name: 'changes',
    summary: 'which scores moved since a day, and why',
    operands: [],
    options: CHANGES,
    examples: [
      'plimsoll changes',
      'plimsoll changes --since 2026-11-01 --limit 10',
      'plimsoll changes --ids aave-v3,lido',
    ],
  },
  {
    name: 'incidents',
    summary: 'recorded losses, newest first, with the score before each',
    operands: [],
    options: INCIDENTS,
    notes: ['Not every loss is on record: no row is no proof that nothing happened.'],
    examples: [
      'plimsoll incidents --protocol aave-v3,curve-dex',
      'plimsoll incidents --cause price-manipulation --since 2026-01-01 --min-loss 1000000',
    ],
  },
  {
    name: 'stats',
    summary: 'figures over all protocols',
    operands: [],
    options: [],
    examples: ['plimsoll stats'],
  },
  {
    name: 'health',
    summary: 'whether the site has a current snapshot',
    operands: [],
    options: [],
    notes: ['Exit code 1 when its snapshot is older than it should be.'],
    examples: ['plimsoll health --url https://example.org'],
  },
  {
    name: 'usage',
    summary: 'what your API key used this month',
    operands: [],
    options: [],
    notes: ['It needs an API key in PLIMSOLL_API_KEY.'],
    examples: ['plimsoll usage'],
  },
  {
    name: 'verify',
    summary: 'check the signature, age, hashes and sums of bulk files',
    operands: [{ name: 'PLACE', optional: true }],
    options: VERIFY,
    notes: [
      'PLACE is a site, the address of a folder below /bulk/, or a folder of this machine (default: the site of --url). Every score is added up again from its signals. --json prints the report of the check.',
      'The first check of a site remembers its key, and every check the newest version. Files that an earlier check saw a newer version of, or that have expired, are not good.',
      'Exit codes: 0 signed by a known key, current, and all matches; 1 something differs, and is named; 2 a wrong word, or what is remembered cannot be read or written; 4 a file could not be read. All matches, but: 3 not signed; 5 the key was not seen before; 6 another key than before; 7 an older version than before; 8 expired; 9 a dated copy or an earlier format, so it may be old, or the clock of this machine is wrong.',
    ],
    examples: [
      'plimsoll verify https://example.org',
      'plimsoll verify https://example.org --public-key plimsoll.pem',
      'plimsoll verify ./bulk/2026-11-21 --public-key plimsoll.pem',
    ],
  },
]
