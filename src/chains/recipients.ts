import { SCAN_CHAINS, SOLANA } from './scan-chains.ts'

/** A party that a scan sends something about the wallet to. */
interface Recipient {
  /** As a heading. */
  name: string
  /** What is sent, and when, as sentences. */
  sent: string
  /** The hosts that the code names. Of nodes: those that are asked unless the settings name others. */
  hosts: readonly string[]
  /** The settings that choose the hosts, or whether they are asked. */
  settings: readonly string[]
}

const list = new Intl.ListFormat('en-GB')
const EVM = SCAN_CHAINS.filter(({ addresses }) => addresses !== 'tron')
const TRON = SCAN_CHAINS.filter(({ addresses }) => addresses === 'tron')

function nodesOf(
  name: string,
  sent: string,
  of: readonly { key: string; nodes: readonly string[] }[],
): Recipient {
  return {
    name,
    sent,
    hosts: of.flatMap(({ nodes }) => nodes.map((url) => new URL(url).host)),
    settings: of.map(({ key }) => `WALLET_RPC_${key.toUpperCase()}`),
  }
}

/** Everyone that a scan sends an address, a name or the tokens of a wallet to. The sandbox sends nothing to anyone. */
export const RECIPIENTS: readonly Recipient[] = [
  nodesOf(
    'Nodes of EVM chains',
    `An EVM address, to nodes of ${list.format(EVM.map(({ name }) => name))}; they also answer for the sanctions oracles, and learn the tokens that were found. A node of Alchemy is asked for all tokens of the address too, and for its NFTs of managers that do not list them by owner. A .eth name goes to nodes of Ethereum.`,
    EVM,
  ),
  nodesOf('Nodes of Tron', 'A Tron address, and the tokens that were found.', TRON),
  nodesOf('Nodes of Solana', 'A Solana address or a .sol name.', [SOLANA]),
  {
    name: 'Hyperliquid',
    sent: 'An EVM address, to the exchange’s API.',
    hosts: ['api.hyperliquid.xyz'],
    settings: ['HYPERLIQUID_URL'],
  },
  {
    name: 'Jupiter',
    sent: 'A Solana address, only if the operator has set a key for its API.',
    hosts: ['api.jup.ag'],
    settings: ['JUPITER_API_KEY'],
  },
  {
    name: 'Gateways of names',
    sent: 'A .eth name, to the gateway that the name’s resolver on Ethereum names, if it has one. Anyone may run one.',
    hosts: [],
    settings: [],
  },
  {
    name: 'DefiLlama, for prices',
    sent: 'The tokens that were found, not the address.',
    hosts: ['coins.llama.fi'],
    settings: ['DEFILLAMA_COINS_URL'],
  },
]

/** All of them in a paragraph. */
export function recipientsText(): string {
  return RECIPIENTS.map(({ name, sent }) => `${name}: ${sent}`).join(' ')
}
